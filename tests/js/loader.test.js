// The loader against a real server: what is asked for, and what each failure says.
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const { createServer } = require("node:http");
const path = require("node:path");
const { after, before, test } = require("node:test");
const vm = require("node:vm");
const { loadStrings } = require("./strings.js");

loadStrings();
const file = path.join(__dirname, "../../plugin/knowledge_base/assets/loader.js");
vm.runInThisContext(readFileSync(file, "utf-8"), { filename: file });
const kb = globalThis.knowledgeBase;
// knowledge.js, which counts what is awaited, needs a page.
kb.counted = (work) => work;
kb.early = new Map();

const OWN = "own-5feceb66ffc86f38.json";
const FOREIGN = "foreign-0000000000000000.json";
const FILES = {
  [`/index/${OWN}`]: "0",
  [`/index/${FOREIGN}`]: "0",
  "/index/manifest.json": '{"format":1}',
  "/index/page.json": "<!doctype html>",
};
let base = "";
const server = createServer((request, response) => {
  const body = FILES[request.url];
  if (request.url === "/index/cut.json") {
    response.writeHead(200, { "content-length": "10" });
    response.write("[1,");
    response.socket?.end();
  } else {
    const status = body ? 200 : request.url.includes("broken") ? 500 : 404;
    response.writeHead(status).end(body);
  }
});

before(async () => {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${server.address().port}/index/`;
});
after(() => server.close());

test("gives the value of a file", async () => {
  assert.deepEqual(await kb.loaderFor(base)("manifest.json"), { format: 1 });
});

test("gives the value of a shard with the hash that its name tells", async () => {
  assert.equal(await kb.loaderFor(base)(OWN), 0);
});

for (const [name, missing, message] of [
  ["none.json", true, "The search index answers 404 at URL."],
  ["broken.json", false, "The search index answers 500 at URL."],
  ["page.json", false, "The search index does not answer with JSON at URL."],
  [FOREIGN, false, "The search index answers with the content of another file at URL."],
  ["cut.json", false, "The search index stopped answering at URL."],
]) {
  test(`${name}: ${message}`, async () => {
    await assert.rejects(kb.loaderFor(base)(name), (error) => {
      assert.ok(error instanceof kb.LoadError);
      assert.equal(error.message, message.replace("URL", base + name));
      assert.equal(error.missing, missing);
      return true;
    });
  });
}

test("no server: says so", async () => {
  await assert.rejects(kb.loaderFor("http://127.0.0.1:1/")("manifest.json"), {
    message: "The search index does not answer at http://127.0.0.1:1/manifest.json.",
  });
});
