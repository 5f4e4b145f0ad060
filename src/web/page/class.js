// A presenter and its notes, in two windows.

// They have a random word in common, which the address of the slides has: a channel has it for its name.
// Where files have no channel, each hears the other's window, of the same origin, with that word.
let word = wanted.get("with") || "";
let peer = role === "present" && word ? window.opener : null;
let channel = null;
let told = ""; // the last message of a presenter

function tell(what) {
  channel?.postMessage(what);
  const to = /^http/.test(origin) ? origin : "*"; // files have none
  try { peer?.postMessage({ ...what, word }, to); } catch (problem) { console.warn(problem); }
}

function join() {
  channel?.close();
  channel = word && window.BroadcastChannel ? new BroadcastChannel("qkv:" + word) : null;
  if (channel) channel.onmessage = hear;
}

function tellNotes() {
  if (role !== "present") return;
  told = call("web_message") || told;
  tell({ qkv: "message", lesson: opened, message: told });
}

function hear({ data }) {
  if (data?.qkv === "asks" && role === "present" && told) tell({ qkv: "message", lesson: opened, message: told });
  if (data?.qkv === "opens" && role === "present" && data.lesson !== opened) queue(() => openLesson(String(data.lesson)));
  if (data?.qkv !== "message" || role !== "notes" || data.lesson !== opened) return;
  queue(async () => { await run("web_follow", String(data.message)); show(); });
}

// The slides go to a window of their own, to be put on the projector; this one has the notes.
async function present() {
  word = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");
  join();
  peer = window.open(location.href.replace(/#.*/, "") + "#present&with=" + word + "&lesson=" + encodeURIComponent(opened), "_blank", "popup,width=1000,height=640");
  if (!peer) return status("The browser does not let the page open a window for the slides.");
  keepState();
  role = "notes";
  byLines = false;
  part("reader").hidden = true;
  document.body.dataset.role = role;
  await openLesson(opened);
  part("screen").focus();
}

function listenToOthers() {
  document.body.dataset.role = role;
  addEventListener("message", (event) => {
    if (peer && event.source === peer && event.origin === origin && event.data?.word === word) hear(event);
  });
  join();
  if (role === "notes") tell({ qkv: "asks" });
  part("present").addEventListener("click", () => queue(present));
}
