"""Some power cuts in the suite; `make power` makes fifty."""

import pytest

from tests.power.cuts import main, may_cut

CUTS = 4


@pytest.mark.skipif(
    not may_cut(), reason="only root can make disks, where the kernel has FUSE and loop devices"
)
def test_nothing_announced_is_lost_when_the_power_goes() -> None:
    assert main(CUTS, seed=7) > 0
