"""Findings as JUnit XML: one test case a finding, well-formed whatever the text is."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from ...model import Finding, Severity
from ..rules import words_for
from ..runner import Outcome

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def report(outcome: Outcome) -> str:
    """An XML document. Infos are skipped test cases; without findings there is one case that passes."""
    failing = sum(finding.severity is not Severity.INFO for finding in outcome.findings)
    suite = ElementTree.Element(
        "testsuite",
        name="kb check",
        tests=str(max(len(outcome.findings), 1)),
        failures=str(failing),
        errors="0",
        skipped=str(len(outcome.findings) - failing),
    )
    for finding in outcome.findings:
        _case(suite, finding)
    if not outcome.findings:
        ElementTree.SubElement(suite, "testcase", classname="kb.check", name=f"{outcome.documents} files")
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _case(suite: ElementTree.Element, finding: Finding) -> None:
    sentence, fix = words_for(finding)
    place = _clean(str(finding.place))
    case = ElementTree.SubElement(
        suite, "testcase", classname=f"kb.{finding.rule.value}", name=place, file=_clean(finding.place.path)
    )
    kind = "skipped" if finding.severity is Severity.INFO else "failure"
    result = ElementTree.SubElement(case, kind, message=_clean(sentence))
    if kind == "failure":
        result.set("type", finding.severity.value)
    result.text = _clean(f"{place}: {sentence}\n{fix}")


def _clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
