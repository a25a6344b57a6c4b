"""gymnasium.make("ludens/GAME-v0"), for every game of the list beside this file."""

from importlib import resources

from gymnasium.envs import registration


def names() -> list[str]:
    """The games that come with Ludens, as `ludens games` lists them."""
    return (resources.files(__package__) / "games.txt").read_text(encoding="utf-8").split()


def register() -> None:
    """Makes the games known to Gymnasium, once: as Solo, and as Versus for make_vec."""
    for name in names():
        id = f"ludens/{name}-v0"
        if id not in registration.registry:
            registration.register(
                id,
                entry_point="ludens.solo:Solo",
                vector_entry_point="ludens.versus:Versus",
                kwargs={"game": name},
            )
