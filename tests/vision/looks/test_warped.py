"""A picture seen another way, and where what it shows lies in the picture itself."""

from typing import cast

import numpy as np
import pytest

from companion.cards import Card, Kind, Zone
from companion.evidence import Alternative, Quad, SeenCard
from tests.vision.looks.test_above import camera
from vision.looks.warped import Warped


def test_what_is_seen_another_way_is_told_where_it_lies_in_the_picture() -> None:
    view = Warped(camera(30.0) / 620, (1400, 800))
    quad: Quad = ((300.0, 200.0), (360.0, 210.0), (350.0, 300.0), (290.0, 290.0))
    there = tuple(view.there(corner) for corner in quad)
    number = Alternative(Card(Kind.NUMBER, 7, None), 0.99)
    (card,) = view.back([SeenCard(Zone.ROW, cast(Quad, there), (number,), True)])
    assert np.array(card.quad) == pytest.approx(np.array(quad), abs=0.01)
    assert card.alternatives == (number,)
