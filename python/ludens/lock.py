"""One thread at a time: a call that uses an environment waits for the call of another thread."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar


class Locked(Protocol):
    """What has a lock: that of its client, so that all who use a client share it."""

    @property
    def lock(self) -> AbstractContextManager[Any]: ...


L = TypeVar("L", bound=Locked)
P = ParamSpec("P")
T = TypeVar("T")


def locked(method: Callable[Concatenate[L, P], T]) -> Callable[Concatenate[L, P], T]:
    """A method that holds the lock from its beginning to its end: what it writes into the
    memory, runs, and reads there belongs together."""

    @wraps(method)
    def alone(self: L, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self.lock:
            return method(self, *args, **kwargs)

    return alone
