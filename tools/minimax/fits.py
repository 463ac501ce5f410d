"""What each polynomial of src/libdevice/math approximates, where, to which degree, and by what its error is weighed."""

from __future__ import annotations

import mpmath as mp
from minimax import Fit, Quotient

mp.mp.prec = 240

LN2, PI = mp.log(2), mp.pi


def exp_tail(base_log, half_width, degree, bits=53):
    """exp(c x) = 1 + c x + x^2 q(x) with c = base_log: q, weighed by its part in the result."""
    return Fit(
        lambda x: (mp.expm1(base_log * x) - base_log * x) / x**2,
        -half_width,
        half_width,
        degree,
        bits,
        lambda x: x**2,
    )


def odd_tail(f, first, half_width, degree, bits=53, wide=0):
    """f(x) = first x + x^3 q(x^2) for an odd f: q(s), weighed by its part in the result."""
    return Fit(
        lambda s: (f(mp.sqrt(s)) / mp.sqrt(s) - first) / s,
        mp.mpf("1e-12"),
        mp.mpf(half_width) ** 2,
        degree,
        bits,
        lambda s: s / (f(mp.sqrt(s)) / mp.sqrt(s)),
        wide,
    )


def even_tail(f, first, second, half_width, degree, bits=53):
    """f(x) = first + second x^2 + x^4 q(x^2) for an even f."""
    return Fit(
        lambda s: ((f(mp.sqrt(s)) - first) / s - second) / s,
        mp.mpf("1e-10"),
        mp.mpf(half_width) ** 2,
        degree,
        bits,
        lambda s: s**2 / f(mp.sqrt(s)),
    )


HALF_LN2 = LN2 / 2 * mp.mpf("1.0001")
HALF_LOG10_2 = mp.log10(2) / 2 * mp.mpf("1.0001")
QUARTER_PI_F = PI / 4 * mp.mpf("1.005")
ONE = mp.mpf("1.0001")
QUARTER_PI = PI / 4 * mp.mpf("1.0001")
# s = f / (2 + f) for m in [sqrt(1/2), sqrt(2)]
LOG_S = (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1) * mp.mpf("1.0001")

FITS = {
    "exp_f32": exp_tail(mp.mpf(1), HALF_LN2, 4, 24),
    "expm1_f32": exp_tail(mp.mpf(1), HALF_LN2, 5, 24),
    "exp_cubic_f64": Fit(
        lambda x: (mp.expm1(x) - x - x**2 / 2) / x**3,
        -HALF_LN2,
        HALF_LN2,
        9,
        weight=lambda x: x**3 / mp.expm1(x),
    ),
    "exp_f64": exp_tail(mp.mpf(1), HALF_LN2, 9),
    "exp2_f32": exp_tail(LN2, mp.mpf("0.5001"), 4, 24),
    "exp2_f64": exp_tail(LN2, mp.mpf("0.5001"), 9),
    "exp10_f64": exp_tail(mp.log(10), HALF_LOG10_2, 9),
    "exp10_f32": exp_tail(mp.log(10), HALF_LOG10_2, 5, 24),
    "log_f64": odd_tail(lambda s: 2 * mp.atanh(s), 2, LOG_S, 6),
    "log2_wide_f32": odd_tail(lambda s: 2 * mp.atanh(s) / LN2, 2 / LN2, LOG_S, 3, 24, wide=1),
    "log_wide_f64": odd_tail(lambda s: 2 * mp.atanh(s), 2, LOG_S, 8, wide=2),
    "sin_f32": odd_tail(mp.sin, 1, QUARTER_PI_F, 2, 24),
    "cos_f32": even_tail(mp.cos, 1, mp.mpf("-0.5"), QUARTER_PI_F, 2, 24),
    "sin_f64": odd_tail(mp.sin, 1, QUARTER_PI, 5),
    "cos_f64": even_tail(mp.cos, 1, mp.mpf("-0.5"), QUARTER_PI, 5),
    "atan_f64": odd_tail(mp.atan, 1, mp.mpf("0.50001"), 12),
    "atan_f32": odd_tail(mp.atan, 1, ONE, 9, 24),
    "asin_f32": odd_tail(mp.asin, 1, mp.mpf("0.5"), 5, 24),
    "asin_f64": odd_tail(mp.asin, 1, mp.mpf("0.5"), 12),
    "sinh_f32": odd_tail(mp.sinh, 1, HALF_LN2, 2, 24),
    "cosh_f32": even_tail(mp.cosh, 1, mp.mpf("0.5"), HALF_LN2, 2, 24),
    "sinh_f64": odd_tail(mp.sinh, 1, HALF_LN2, 5),
    "cosh_f64": even_tail(mp.cosh, 1, mp.mpf("0.5"), HALF_LN2, 4),
    "atanh_f32": odd_tail(mp.atanh, 1, mp.mpf("0.28"), 3, 24),
    "atanh_f64": odd_tail(mp.atanh, 1, mp.mpf("0.28"), 8),
    "tanh_f32": odd_tail(mp.tanh, 1, "1.05", 7, 24),
    "erf_f32": Fit(
        lambda s: mp.erf(mp.sqrt(s)) / mp.sqrt(s) - 1,
        "1e-12",
        "1",
        6,
        24,
        lambda s: mp.sqrt(s) / mp.erf(mp.sqrt(s)),
    ),
    "erf_far_f32": Fit(lambda x: -mp.log(mp.erfc(x)), "0.99", "4.0", 6, 24, lambda x: mp.erfc(x)),
    "erf_near_f32": Fit(lambda s: mp.erf(mp.sqrt(s)) / mp.sqrt(s), "1e-12", "0.25", 5),
    "erf_f64": Fit(lambda s: mp.erf(mp.sqrt(s)) / mp.sqrt(s), "1e-14", "0.25", 8, wide=1),
}

# log(1 + f) = f - f^2/2 + f^3 q(f)
LOG_LOW, LOG_HIGH = mp.mpf(2) / 3 - mp.mpf("1.0001"), mp.mpf(4) / 3 - mp.mpf("0.9999")
FITS["log_f32"] = Fit(
    lambda f: (mp.log1p(f) - f + f * f / 2) / f**3,
    LOG_LOW,
    LOG_HIGH,
    7,
    24,
    lambda f: f**3 / mp.log1p(f),
)


def log_tail(base_log, degree):
    """log(1 + f) / base_log = f / base_log + f^2 q(f)"""
    return Fit(
        lambda f: (mp.log1p(f) - f) / base_log / f**2,
        LOG_LOW,
        LOG_HIGH,
        degree,
        24,
        lambda f: f**2 * base_log / mp.log1p(f),
    )


FITS["log2_f32"] = log_tail(LN2, 8)
FITS["log10_f32"] = log_tail(mp.log(10), 8)
# (1 - h)^(-1/3) = 1 + h q(h), for what inverse_cube_start leaves
FITS["cbrt_step"] = Fit(
    lambda h: ((1 - h) ** (-mp.mpf(1) / 3) - 1) / h, "-0.1027", "0.1027", 2, weight=lambda h: h
)


def cot_tail(half_width, degree, bits=53):
    """x cot(x) = 1 - x^2 q(x^2)"""
    return Fit(
        lambda s: (1 / mp.sqrt(s) - mp.cot(mp.sqrt(s))) / mp.sqrt(s),
        "1e-10",
        half_width**2,
        degree,
        bits,
        lambda s: s / (mp.sqrt(s) * mp.cot(mp.sqrt(s))),
    )


FITS["cot_f32"] = cot_tail(QUARTER_PI_F, 4, 24)
FITS["cot_f64"] = cot_tail(QUARTER_PI, 8)
# tanh(x) = x + x z n(z) / d(z) with z = x^2
FITS["tanh_f64"] = Quotient(
    lambda z: (mp.tanh(mp.sqrt(z)) / mp.sqrt(z) - 1) / z,
    "0",
    mp.mpf("0.92") ** 2,
    3,
    3,
    (-1, 3),
    lambda z: z / (mp.tanh(mp.sqrt(z)) / mp.sqrt(z)),
)


def scaled_erfcx(t):
    """(1 + 2a) exp(a^2) erfc(a) at a = 3 (1 + t) / (1 - t)."""
    a = 3 * (1 + t) / (1 - t)
    return (1 + 2 * a) * mp.exp(a * a) * mp.erfc(a)


FITS["erfcx_f64"] = Fit(scaled_erfcx, "-0.72", mp.mpf(25) / 31, 22, wide=2)
FITS["erfcx_f32"] = Fit(scaled_erfcx, "-0.72", mp.mpf(8) / 14, 10)


def stirling_rest(z):
    """x (log gamma(x) - (x - 1/2) log x + x - log(2 pi) / 2) at z = 1 / x^2."""
    if z == 0:
        return mp.mpf(1) / 12
    x = 1 / mp.sqrt(z)
    return x * (mp.loggamma(x) - (x - mp.mpf("0.5")) * mp.log(x) + x - mp.log(2 * PI) / 2)


FITS["stirling"] = Fit(stirling_rest, "1e-9", mp.mpf(1) / 64, 7, weight=lambda z: mp.sqrt(z))
FITS["lgamma_near_1"] = Fit(
    lambda t: mp.loggamma(1 + t) / t if t else -mp.euler,
    "-0.0626",
    "0.0626",
    11,
    weight=lambda t: mp.mpf(1),
    wide=1,
)
FITS["lgamma_near_2"] = Fit(
    lambda t: mp.loggamma(2 + t) / t if t else 1 - mp.euler,
    "-0.0626",
    "0.0626",
    11,
    weight=lambda t: mp.mpf(1),
    wide=1,
)
