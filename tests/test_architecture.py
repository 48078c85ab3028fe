"""Imports run one way and without a circle, ``parsers`` and ``validators`` touch nothing outside,
class names are unique.

Imports count wherever they stand: at the top of a module, inside a function, or for type checkers
only.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
import warnings
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from string import Formatter

import pytest

from parsers.refusal import Refusal
from tests.support.general_handlers import general_handlers, methods_of
from tests.support.paths import ROOT

PACKAGES = ("sync", "validators", "parsers")
"""From top to bottom: a package imports those below it."""

LAYERS = {
    "sync": (
        "__main__ cli board schemas reports correct notices doctor sources pulling wiki store net"
        " settings progress files times text errors"
    ),
    "validators": (
        "news checks fixes finding edits enacting verdict_wording voting post_changes view profile"
        " spelling reason_wording wording words"
    ),
    "parsers": (
        "changes instructions history gamestate ruleset blog wiki numbers patch patterns model"
        " refusal"
    ),
}
"""The folders and modules of each package from top to bottom: each may import those behind it."""

BUDGET = {
    "parsers": (586, 5160),
    "parsers.blog": (1503, 18800),
    "parsers.gamestate": (1150, 15550),
    "parsers.history": (168, 2170),
    "parsers.instructions": (1804, 22730),
    "parsers.ruleset": (2530, 31370),
    "parsers.wiki": (1357, 15970),
    "sync": (301, 3090),
    "sync.board": (343, 4630),
    "sync.cli": (1527, 19700),
    "sync.correct": (611, 7560),
    "sync.doctor": (180, 1990),
    "sync.net": (398, 4140),
    "sync.notices": (910, 10630),
    "sync.pulling": (512, 6270),
    "sync.reports": (1352, 16870),
    "sync.schemas": (774, 9130),
    "sync.settings": (730, 7840),
    "sync.sources": (978, 11730),
    "sync.store": (494, 5930),
    "sync.wiki": (927, 10210),
    "validators": (1124, 12360),
    "validators.checks": (2611, 40210),
    "validators.edits": (1012, 14190),
    "validators.fixes": (233, 3160),
    "validators.profile": (213, 2830),
    "validators.voting": (2144, 30160),
}
"""The most statements (``ast.stmt`` without docstrings) and tokens of each folder; the modules
beside the folders count under the package's name. A budget falls; whoever raises it says in
docs/design.md what for. A tool for one game of some twenty people has to be small enough that one
of them can carry it on. Lines are not counted: that rewards long ones.
"""

WEIGHTLESS = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)


OUTSIDE = frozenset(
    "builtins glob http io logging mwclient os pathlib random requests shutil socket sqlite3 ssl"
    " subprocess sys tempfile time".split()
)
"""Modules that reach files, the network, the clock, the process or chance."""


@cache
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


@cache
def nodes(tree: ast.AST) -> list[ast.AST]:
    """Everything in a tree, which many tests look through."""
    return list(ast.walk(tree))


@cache
def modules() -> Mapping[str, ast.Module]:
    """Every module of the product by its dotted name, a package by the package's."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            found[name] = parsed(path.read_text(encoding="utf-8"))
    return found


@cache
def imports() -> Mapping[str, frozenset[str]]:
    """The dotted names that each module imports."""
    return {name: frozenset(_imported(tree)) for name, tree in modules().items()}


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in modules() else node.module or ""


@cache
def graph() -> Mapping[str, frozenset[str]]:
    """The modules of the product that each of them imports."""
    return {name: names & modules().keys() - {name} for name, names in imports().items()}


def folder(module: str) -> str:
    """The folder, or the module that stands beside the folders: ``sync.wiki.writing.edit_saving``
    is in ``sync.wiki``.
    """
    return ".".join(module.split(".")[:2])


def edges() -> Iterator[tuple[str, str]]:
    yield from ((importer, name) for importer, names in graph().items() for name in sorted(names))


def weight(source: str) -> tuple[int, int]:
    """The statements and tokens of a module; docstrings, comments and layout weigh nothing."""
    tree = parsed(source)
    docstrings = sum(
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in nodes(tree)
    )
    statements = sum(isinstance(node, ast.stmt) for node in nodes(tree)) - docstrings
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return statements, sum(token.type not in WEIGHTLESS for token in tokens)


def test_no_folder_is_over_its_budget() -> None:
    weights: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            name = ".".join(path.relative_to(ROOT).parts[:-1][:2])
            for place, amount in enumerate(weight(path.read_text(encoding="utf-8"))):
                weights[name][place] += amount
    over = {
        name: amounts
        for name, amounts in weights.items()
        if any(amount > most for amount, most in zip(amounts, BUDGET[name], strict=True))
    }
    assert over == {}


def test_packages_import_one_way() -> None:
    rank = {package: place for place, package in enumerate(PACKAGES)}
    wrong = [
        (one, other)
        for one, other in edges()
        if rank[one.split(".")[0]] > rank[other.split(".")[0]]
    ]
    assert wrong == []


def test_every_folder_has_its_layer() -> None:
    listed = {f"{package}.{name}" for package, names in LAYERS.items() for name in names.split()}
    assert {folder(name) for name in modules() if "." in name} == listed


@pytest.mark.parametrize("package", PACKAGES)
def test_folders_import_one_way(package: str) -> None:
    rank = {f"{package}.{name}": place for place, name in enumerate(LAYERS[package].split())}
    inside = [
        (one, other) for one, other in edges() if folder(one) in rank and folder(other) in rank
    ]
    upward = [(one, other) for one, other in inside if rank[folder(one)] > rank[folder(other)]]
    assert upward == []


def test_no_circle_of_imports() -> None:
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as error:
        pytest.fail(f"a circle of imports: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize("package", PACKAGES[1:])
def test_parsers_and_validators_touch_nothing_outside(package: str) -> None:
    reached = [
        (name, other)
        for name, names in imports().items()
        for other in names
        if other.split(".")[0] in OUTSIDE
    ]
    assert [edge for edge in reached if edge[0].startswith(package)] == []


def test_public_class_names_are_unique() -> None:
    places = defaultdict(list)
    for name, tree in modules().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(name)
    clashes = {name: where for name, where in places.items() if len(where) > 1}
    assert clashes == {}


SWALLOWS_BUGS = {
    ("sync.cli", "blognomic.main"): "the last resort: it reports a bug as one",
    ("sync.net.transport", "RawResponse"): "a record of what requests and urllib3 have read",
    ("sync.store.database", "path.open"): "that of pathlib, and not the store's",
    ("validators.checks.run", "_results"): "one broken check must not take the others with it",
}
"""The calls of our own code whose bugs are caught, by module, each with the reason."""

HANDLERS = {
    "except ValueError": "read(1)",
    "except (OSError, KeyError)": "own(1)",
    "except WRONG": "Reader().read()",
    "except Exception": "self.rebased(1)",
    "except": "int(read(1))",
}


@pytest.mark.parametrize(("handler", "body"), HANDLERS.items())
def test_handler_of_a_general_exception_around_own_code_is_noticed(handler: str, body: str) -> None:
    source = (
        "from parsers.reading import read, Reader\nWRONG = (OSError, ValueError)\n"
        f"def own(x): pass\ndef f(self):\n  try:\n    {body}\n  {handler}:\n    "
    )
    methods = {"rebased"}
    assert [*general_handlers(ast.parse(f"{source}pass"), methods)]
    assert not [*general_handlers(ast.parse(f"{source}close()\n    raise"), methods)]
    narrow = source.replace(handler, "except Refused")
    assert not [*general_handlers(ast.parse(f"{narrow}pass"), methods)]
    assert not [*general_handlers(ast.parse(f"{source.replace(body, 'int(1)')}pass"), methods)]


def test_suppressed_general_exception_around_own_code_is_noticed() -> None:
    source = "from parsers.reading import read\nwith suppress({}):\n  {}(1)"
    assert [*general_handlers(ast.parse(source.format("ValueError", "read")), ())]
    assert not [*general_handlers(ast.parse(source.format("ValueError", "int")), ())]
    assert not [*general_handlers(ast.parse(source.format("Refused", "read")), ())]


def test_no_handler_takes_a_bug_of_ours_for_a_refusal() -> None:
    methods = methods_of(modules().values())
    found = {
        (name, called): line
        for name, tree in modules().items()
        for line, called in general_handlers(tree, methods)
    }
    assert found.keys() == SWALLOWS_BUGS.keys(), found


def nested_choices(tree: ast.Module) -> list[int]:
    """The lines of the conditional expressions whose condition or result is another one."""
    return [
        node.lineno
        for node in nodes(tree)
        if isinstance(node, ast.IfExp)
        and any(isinstance(part, ast.IfExp) for part in (node.test, node.body, node.orelse))
    ]


@pytest.mark.parametrize(
    "source",
    ["a if b else c if d else e", "(a if b else c) if d else e", "a if (b if c else d) else e"],
)
def test_nested_conditional_expression_is_noticed(source: str) -> None:
    assert nested_choices(ast.parse(source)) == [1]


def test_conditional_expressions_side_by_side_are_not_nested() -> None:
    assert nested_choices(ast.parse("(a if b else c, d if e else f)")) == []
    assert nested_choices(ast.parse("f(a if b else c) if d else e")) == []


def test_no_conditional_expression_is_nested() -> None:
    found = {
        (str(path.relative_to(ROOT)), line)
        for folder_name in (*PACKAGES, "tests")
        for path in (ROOT / folder_name).rglob("*.py")
        for line in nested_choices(parsed(path.read_text(encoding="utf-8")))
    }
    assert found == set()


def test_refusals_have_the_parameters_of_their_sentences() -> None:
    """A call with a kind that is a literal; others are tried where they are made."""
    wrong = [
        (name, node.lineno, kind.attr)
        for name, tree in modules().items()
        for node in nodes(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refused"
        for kind in node.args
        if isinstance(kind, ast.Attribute)
        and {each for _, each, _, _ in Formatter().parse(Refusal[kind.attr]) if each}
        != {each.arg for each in node.keywords} - {"key"}
    ]
    assert wrong == []


MOST_WORDS = 60
"""A longer list of words is data: a file that somebody who knows the game and no Python can add to.
"""


def text_of(node: ast.AST) -> str:
    """The text of a literal, ``""`` for anything else; of an f-string what stands in it as it
    is."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(text_of, node.values))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def words_in(node: ast.AST) -> int:
    """How many words a literal lists: the items of a collection, the words of a string that is
    split, the branches of a pattern.
    """
    if isinstance(node, ast.List | ast.Set | ast.Tuple | ast.Dict):
        items = node.keys if isinstance(node, ast.Dict) else node.elts
        return sum(item is not None and text_of(item) != "" for item in items)
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "split"
    ):
        return len(text_of(node.func.value).split())
    return text_of(node).count("|") + 1


def test_no_lists_of_words_in_code() -> None:
    for literal in (
        f"'{'a ' * 61}'.split()",
        f"'{'|' * 60}'",
        f"f'{{x}}{'|' * 60}'",
        repr(["a"] * 61),
    ):
        assert words_in(ast.parse(literal, mode="eval").body) == 61
    counts = {
        (name, getattr(node, "lineno", 0)): words_in(node)
        for name, tree in modules().items()
        for node in nodes(tree)
    }
    assert {place: count for place, count in counts.items() if count > MOST_WORDS} == {}


def test_sync_names_no_form_of_prose() -> None:
    """What an instruction, a clause or a definition may look like is told below, and what kinds
    there are is not repeated.
    """
    forms = tomllib.loads(
        (ROOT / "parsers" / "instructions" / "forms.toml").read_text(encoding="utf-8")
    )["form"]
    kinds = {form["kind"] for form in forms}
    assert {"add-rule", "set-value"} < kinds
    named = [
        (name, node.value)
        for name, tree in modules().items()
        if name.startswith("sync.")
        for node in nodes(tree)
        if isinstance(node, ast.Constant) and node.value in kinds
    ]
    assert named == []
    assert [
        edge for edge in edges() if edge[0].startswith("sync.") and edge[1] == "parsers.patterns"
    ] == []


WORDING = "[a] (b c|d) {n}"
ITS_PIECES = {"[", "]", "(", ")", "|", "{n}"}


def takes_wordings_apart(expression: str) -> bool:
    """Whether a regular expression finds the signs and slots of a wording one by one."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # most literals are no expressions
            found = re.finditer(expression, WORDING)
    except re.error:
        return False
    return {piece.group().strip() for piece in found} >= ITS_PIECES


def test_one_module_reads_the_notation_of_wordings() -> None:
    assert takes_wordings_apart(r"\.\.\.|\{[a-z:]+\}|[][()|]|[^][()|{}\s]+")
    assert takes_wordings_apart(r"\(\w+(?:\|\w+)+\)|[\[\]()|]|\{\w+\}|[^\s\[\](){}|]+")
    assert not takes_wordings_apart(r"\S+")
    assert not takes_wordings_apart(r".")
    readers = {
        name
        for name, tree in modules().items()
        for node in nodes(tree)
        if isinstance(node, ast.Constant)
        and {*"[|\\"} <= set(text_of(node))
        and takes_wordings_apart(text_of(node))
    }
    assert readers == {"parsers.patterns"}


CODE = re.compile(r"\bBN(?:\d| *[+{])")
"""The beginning of a finding code, or of one that is put together."""


def strays(tree: ast.Module) -> list[str]:
    """The literals of a module with a finding code of which it holds no check; docstrings are for
    readers.
    """
    calls = (node for node in nodes(tree) if isinstance(node, ast.Call))
    own = {
        text_of(call.args[0])
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "check" and call.args
    }
    read = {
        id(node.value)
        for node in nodes(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    texts = [text_of(node) for node in nodes(tree) if id(node) not in read]
    built = (node for node in nodes(tree) if isinstance(node, ast.BinOp | ast.JoinedStr))
    texts += [ast.unparse(node).replace("'", " ") for node in built]
    return [text for text in texts if CODE.search(text) and text not in own]


def test_all_that_is_known_of_a_check_is_in_its_decorator() -> None:
    own = '@check("BN101", "open", INFO, judged_by=PRESENT)\ndef run(facts):\n    "As BN102."\n'
    assert strays(ast.parse(f'{own}    yield "BN101"')) == []
    for stray in (
        "'BN102'",
        "'BN1'",
        "'BN' + '102'",
        "f'BN{x}'",
        "f'see BN102: {x}'",
        "{'BN101 BN102'}",
        "('BN999',)",
    ):
        assert strays(ast.parse(f"{own}    codes = {stray}")) != []
    found = {name: strays(tree) for name, tree in modules().items()}
    assert {name: texts for name, texts in found.items() if texts} == {}


SAID = {"message", "what", "where", "why", "sentence", "excerpt", "doubt"}
"""The attributes of our values that are sentences, or are made for one."""
LOOKS = frozenset(
    "startswith endswith split rsplit partition rpartition removeprefix removesuffix find index"
    " replace search match fullmatch findall finditer sub".split()
)
COMPARES = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)
LOOKED_INTO = {
    "parsers.model": "an address that a problem's sentence names is not said twice",
    "parsers.wiki.edit": "two constants that say why a table is not read, compared as a whole",
    "sync.notices.notice_text": "a quotation that is shown beside the message is not said twice",
    "sync.reports.audit_text": "a quotation that is shown beside the message is not said twice",
    "sync.settings.tomlfile": "msgspec says only in words where a value is wrong",
    "sync.pulling.game_pull": "the same page, by its whole name",
    "sync.sources.interface": "the same page, by its whole name",
    "sync.sources.snapshot": "the same page, by its whole address",
    "sync.sources.snapshot_folder": "the same file, by its whole name",
    "sync.sources.source_view": "the error for a page is one sentence with its name",
}
"""The modules that may look into a sentence or compare a place, and what for."""


def is_said(node: ast.AST | None, caught: Collection[str]) -> bool:
    """Whether an expression is a sentence of our values, that of an error that was caught, or a
    name that keeps one.
    """
    if isinstance(node, ast.Attribute):
        return node.attr in SAID
    if isinstance(node, ast.Name):
        return f"={node.id}" in caught
    if not isinstance(node, ast.Call):
        return False
    called, argument = ast.unparse(node.func), ast.unparse(node.args[0]) if node.args else ""
    return called == "worded" or (called == "str" and argument in caught)


def kept_in(scope: ast.AST, caught: Collection[str]) -> set[str]:
    """The names that are given a sentence."""
    pairs: list[tuple[ast.expr, ast.expr | None]] = []
    for node in nodes(scope):
        if isinstance(node, ast.Assign):
            pairs += [(target, node.value) for target in node.targets]
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr):
            pairs.append((node.target, node.value))
    for target, value in [*pairs]:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs += zip(target.elts, value.elts, strict=False)
    return {
        f"={target.id}"
        for target, value in pairs
        if isinstance(target, ast.Name) and is_said(value, caught)
    }


def looks_into(source: str | ast.AST) -> list[str]:
    """The expressions of a module that compare or take apart a sentence, also one that a function
    keeps in a name first.
    """
    tree = ast.parse(source) if isinstance(source, str) else source
    scopes = [tree, *(node for node in nodes(tree) if isinstance(node, ast.FunctionDef))]
    found = {each: None for scope in scopes for each in _looks_within(scope, scope is not tree)}
    return list(found)


def _looks_within(scope: ast.AST, local: bool) -> Iterator[str]:
    """The same of one function, or of a module without the names of its functions."""
    caught = {n.name for n in nodes(scope) if isinstance(n, ast.ExceptHandler) and n.name}
    caught |= kept_in(scope, caught) if local else set()
    for node in nodes(scope):
        looked: list[ast.expr] = []
        if isinstance(node, ast.Compare) and any(isinstance(op, COMPARES) for op in node.ops):
            looked = [node.left, *node.comparators]
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            looked = [node.value]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            looked = [node.func.value, *node.args] if node.func.attr in LOOKS else []
        if any(is_said(each, caught) for each in looked):
            yield ast.unparse(node)


@pytest.mark.parametrize(
    "source",
    [
        "problem.what == 'x'",
        "'x' in problem.where",
        "verdict.doubt != other",
        "finding.message.startswith('x')",
        "item.excerpt.partition(':')",
        "re.search('x', each.why)",
        "PATTERN.fullmatch(each.sentence)",
        "finding.message[:3]",
        "worded(doubt).split()",
        "try: f()\nexcept E as error: str(error).startswith('x')",
        "def f(x):\n    said = x.message\n    return said.startswith('x')",
        "def f(x):\n    a, b = x.what, x.where\n    return a[:1] + b",
        "def f(x):\n    return 'x' in said if (said := worded(x)) else None",
    ],
)
def test_a_look_into_a_sentence_is_seen(source: str) -> None:
    assert looks_into(source) != []


@pytest.mark.parametrize(
    "source",
    ["problem.kind is Kind.X", "f'{problem.what}'", "problem.what is None", "str(number).split()"],
)
def test_the_use_of_a_sentence_is_no_look_into_it(source: str) -> None:
    assert looks_into(source) == []


def test_nothing_looks_into_a_sentence_that_other_code_made() -> None:
    looking = {name for name, tree in modules().items() if looks_into(tree)}
    assert looking - LOOKED_INTO.keys() == set()
