"""The notebooks run, with small sizes, where their packages are installed."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "notebooks"
WANTED = {
    "train-and-plot": ["matplotlib"],
    "masked-ppo": ["matplotlib", "sb3_contrib"],
}


def test_each_notebook_is_held():
    assert {f.stem for f in FOLDER.glob("*.ipynb")} == set(WANTED)


@pytest.mark.parametrize("name", WANTED)
def test_runs(name, monkeypatch, tmp_path):
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    for package in WANTED[name]:
        pytest.importorskip(package)
    monkeypatch.setenv("LUDENS_NOTEBOOK_ITERATIONS", "0")
    monkeypatch.setenv("LUDENS_NOTEBOOK_STEPS", "256")
    monkeypatch.setenv("LUDENS_NOTEBOOK_GAMES", "2")
    monkeypatch.setenv("PYTHONPATH", str(FOLDER.parent), prepend=":")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert "code" in {c.cell_type for c in notebook.cells}
    assert not [c for c in notebook.cells if c.cell_type == "code" and not c.execution_count]
    if name == "train-and-plot":  # the rows of the training are seen in the notebook
        shown = "".join(o["text"] for o in next(c for c in notebook.cells if c.id == "c1").outputs if o.get("name") == "stdout")
        assert "iter  games" in shown and "\n   2 " in shown
