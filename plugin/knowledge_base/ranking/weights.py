"""The constants of the formula, each once. The index ships them in its manifest; JavaScript has no second copy."""

from __future__ import annotations

from typing import Final

TAG_WEIGHT: Final = 8
"""What an exact tag is worth, in the same unit as `damp`: as much as 128 mentions in the body. Above 0."""

MIN_PREFIX: Final = 4
"""Code points that term and tag must share, from their start, for a partial match. At least 1."""

CUTOFF: Final = 0.25
"""Hits below this part of the best score are dropped. From 0 (keep all) to 1 (keep the best only)."""

# The natural logarithm of FreeBSD's e_log.c (Sun Microsystems, 1993), with the coefficients published there.
LN2_HIGH: Final = 6.93147180369123816490e-01
LN2_LOW: Final = 1.90821492927058770002e-10
LOG: Final = (
    6.666666666666735130e-01,
    3.999999999940941908e-01,
    2.857142874366239149e-01,
    2.222219843214978396e-01,
    1.818357216161805012e-01,
    1.531383769920937332e-01,
    1.479819860511658591e-01,
)
INVERSE_LN2: Final = 1.0 / 6.93147180559945309417e-01
HALF_SQRT2: Final = 7.07106781186547524401e-01

CONSTANTS: Final[dict[str, int | float]] = {
    "tagWeight": TAG_WEIGHT,
    "minPrefix": MIN_PREFIX,
    "cutoff": CUTOFF,
    "ln2High": LN2_HIGH,
    "ln2Low": LN2_LOW,
    "inverseLn2": INVERSE_LN2,
    "halfSqrt2": HALF_SQRT2,
    **{f"log{i}": coefficient for i, coefficient in enumerate(LOG, 1)},
}
"""Everything that a second implementation needs, under the names that the manifest uses."""
