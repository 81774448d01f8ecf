"""Nets: half-precision weights are widened on loading, everything else in the file stays as it is."""

import numpy as np
import pytest

from vision.prints.nets import (
    DATA_TYPE,
    FLOAT,
    FLOAT16,
    GRAPH,
    INITIALIZER,
    INT8,
    RAW_DATA,
    shipped,
    widen,
)
from vision.prints.protobuf import chunk, fields, varint

NAME, DIMS, PRODUCER = 8, 1, 2


def tensor(kind: int, raw: bytes, count: int) -> bytes:
    """An ONNX tensor by hand: one dimension, a type, a name, its bytes."""
    head = varint(DIMS << 3) + varint(count) + varint(DATA_TYPE << 3) + varint(kind)
    return head + chunk(NAME, b"weights") + chunk(RAW_DATA, raw)


def model(*tensors: bytes) -> bytes:
    graph = b"".join(chunk(INITIALIZER, t) for t in tensors) + chunk(2, b"graph")
    return chunk(PRODUCER, b"somebody") + chunk(GRAPH, graph)


def only(message: bytes, wanted: int) -> list[object]:
    return [value for field, _, value, _ in fields(message) if field == wanted]


def initializers(message: bytes) -> list[bytes]:
    graph = only(message, GRAPH)[0]
    assert isinstance(graph, bytes)
    return [t for t in only(graph, INITIALIZER) if isinstance(t, bytes)]


def test_halves_become_floats() -> None:
    values = np.array([1.5, -2.25, 0.0, 1000.0], np.float16)
    (wide,) = initializers(widen(model(tensor(FLOAT16, values.tobytes(), 4))))
    assert only(wide, DATA_TYPE) == [FLOAT]
    assert only(wide, DIMS) == [4]
    assert only(wide, NAME) == [b"weights"]
    raw = only(wide, RAW_DATA)[0]
    assert isinstance(raw, bytes)
    assert np.frombuffer(raw, np.float32).tolist() == values.tolist()


def test_eight_bits_become_floats_each_row_by_its_own_scale() -> None:
    raw = np.array([0.5, 0.25], "<f4").tobytes() + np.array([2, -127, 0, 4], np.int8).tobytes()
    (wide,) = initializers(widen(model(tensor(INT8, raw, 2))))
    assert only(wide, DATA_TYPE) == [FLOAT]
    told = only(wide, RAW_DATA)[0]
    assert isinstance(told, bytes)
    assert np.frombuffer(told, np.float32).tolist() == [1.0, -63.5, 0.0, 1.0]


def test_a_model_without_halves_stays_byte_for_byte() -> None:
    same = model(tensor(FLOAT, np.ones(3, np.float32).tobytes(), 3), tensor(7, b"12345678", 1))
    assert widen(same) == same


def test_only_the_halves_change_among_others() -> None:
    other = tensor(FLOAT, np.ones(3, np.float32).tobytes(), 3)
    wide = widen(model(other, tensor(FLOAT16, np.ones(300, np.float16).tobytes(), 300)))
    first, second = initializers(wide)
    assert first == other
    assert len(second) > 1200
    assert only(wide, PRODUCER) == [b"somebody"]


def test_a_shipped_net_gives_the_same_twice() -> None:
    blob = np.random.default_rng(1).random((2, 3, 48, 72), np.float32)
    net = shipped("digits")
    first = net(blob)
    assert first.shape == (2, 111)
    assert np.array_equal(first, net(blob))


def test_batches_do_not_mix_their_crops() -> None:
    blob = np.random.default_rng(2).random((5, 3, 48, 72), np.float32)
    net = shipped("digits")
    together = net(blob)
    alone = np.concatenate([net(blob[i : i + 1]) for i in range(5)])
    assert np.allclose(together, alone, atol=1e-3)


def test_there_is_no_net_of_another_name() -> None:
    with pytest.raises(FileNotFoundError):
        shipped("crystal-ball")


def test_the_classic_engine_runs_the_nets() -> None:
    net = shipped("quick")._net
    kinds = {net.getLayer(net.getLayerId(name)).type for name in net.getLayerNames()}
    assert "Convolution" in kinds  # the newer engine of OpenCV 5 calls its own layer Conv2
