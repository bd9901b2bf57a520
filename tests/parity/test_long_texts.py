"""Terms of several classes in texts of several blocks: only blocks that may hold one are read, and none is missed."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.parity.engines import ask, ask_node
from tests.support import folder_knowledge, republish

from knowledge_base.excerpt import BLOCK_CHARACTERS
from knowledge_base.index.reader import OpenIndex, open_index

WORDS = ("built-in", "v2.9.0", "--dry-run", "`code`", "http://a.b/c", "naïve,", "日本。", "x_y", "🙂!", "plain", "it's")


def lines(random: Random, length: int) -> str:
    text = ""
    while len(text) < length:
        text += " ".join(random.choices(WORDS, k=9)) + "\n"
    return text


def stores() -> dict[str, dict[str, str]]:
    random = Random(3)
    # The end of the first block falls into the token, whatever the order of the two.
    straddling = (
        "a" * (BLOCK_CHARACTERS - 4) + "cut-in.two" + "b" * BLOCK_CHARACTERS + "-cut " + "c " * BLOCK_CHARACTERS
    )
    files = {
        "gotchas/one-line.md": straddling,
        "gotchas/blocks.md": lines(random, 3 * BLOCK_CHARACTERS) + "rare-term\n" + lines(random, BLOCK_CHARACTERS),
        "learnings/spaces.md": "x-y " * BLOCK_CHARACTERS + "rare-term",
    }
    for number in range(40):
        files[f"decisions/{number:02}.md"] = lines(random, 200) + f"id-{number}:rare" + "-term" * (number % 2)
    return {"project/long": files}


def queries(random: Random) -> list[str]:
    found = [
        "cut-in",
        "n.two",
        "t-in.t",
        "b-cut",
        "rare-term",
        "e-t",
        "-t",
        "2.9.0",
        "-in `co",
        "3:r",
        ".9",
        "日本。",
        "🙂!",
    ]
    for text in stores()["project/long"].values():
        tokens = [token for token in text.split() if len(token) < 40]
        for token in random.sample(tokens, min(3, len(tokens))):
            start = random.randrange(len(token))
            found.append(token[start : start + random.randrange(2, 9)])
    return found


def test_all_engines_agree_on_texts_of_several_blocks(tmp_path: Path) -> None:
    knowledge = folder_knowledge(tmp_path / "stores", stores())
    index = tmp_path / "index"
    read = republish(knowledge, index)
    requests = [{"query": query} for query in queries(Random(5))]
    expected = ask(knowledge, requests)
    assert ask(read, requests) == expected
    assert ask_node(index, requests) == expected


def test_a_rare_term_is_counted_on_few_blocks(tmp_path: Path) -> None:
    knowledge = folder_knowledge(tmp_path / "stores", stores())
    republish(knowledge, tmp_path)
    read = shards_read(open_index(tmp_path), "37:rare")
    assert sum(name.startswith("blocks-") for name in read) == 0
    assert sum(name.startswith("texts-") for name in read) <= 2


def shards_read(index: OpenIndex, term: str) -> list[str]:
    """The shards that counting a term reads."""
    names: list[str] = []
    inner = index.shard

    def shard(name: str) -> object:
        names.append(name)
        return inner(name)

    index.__dict__["shard"] = shard
    assert any(counts for counts, _ in index.matches(term))
    return names
