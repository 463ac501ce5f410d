"""Where numba_dpex 0.20 and 0.21 had what launches kernels."""
