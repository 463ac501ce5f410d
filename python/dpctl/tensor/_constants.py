"""The constants of the Array API."""

import math

newaxis = None
e = math.e
pi = math.pi
nan = math.nan
inf = math.inf
