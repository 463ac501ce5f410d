"""Prices of options by Black and Scholes, and by simulation, on the default device; NumPy's form differs in the import."""

import math

import dpnp as np
from dpnp.scipy.special import erf

RATE, VOLATILITY = 0.03, 0.2


def cumulative(x: np.ndarray) -> np.ndarray:
    """The standard normal distribution."""
    return 0.5 + 0.5 * erf(x / math.sqrt(2))


def call_prices(price: np.ndarray, strike: np.ndarray, years: np.ndarray) -> np.ndarray:
    """What the right to buy at `strike` in `years` is worth today."""
    spread = VOLATILITY * np.sqrt(years)
    d1 = (np.log(price / strike) + (RATE + 0.5 * VOLATILITY**2) * years) / spread
    later = strike * np.exp(-RATE * years)
    return price * cumulative(d1) - later * cumulative(d1 - spread)


def simulated_price(price: float, strike: float, years: float, count: int) -> tuple[float, float]:
    """The mean over random ways of the market, and how far off it may be."""
    drift = (RATE - 0.5 * VOLATILITY**2) * years
    ends = price * np.exp(drift + VOLATILITY * math.sqrt(years) * np.random.normal(size=count))
    gains = math.exp(-RATE * years) * np.maximum(ends - strike, 0.0)
    return float(gains.mean()), float(gains.std()) / math.sqrt(count)


def main() -> None:
    strikes = np.arange(80.0, 125.0, 5.0)
    prices = call_prices(np.full(strikes.shape, 100.0), strikes, np.ones(strikes.shape))
    for strike, exact in zip(strikes.tolist(), prices.tolist(), strict=True):
        mean, error = simulated_price(100.0, strike, 1.0, 1_000_000)
        print(f"strike {strike:5.1f}: {exact:7.3f}, simulated {mean:7.3f} +- {error:.3f}")


if __name__ == "__main__":
    main()
