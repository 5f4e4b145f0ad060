// A presenter and its notes, in two windows.

// They hear each other on a channel; where files have none, by the window that one opened.
const channel = window.BroadcastChannel ? new BroadcastChannel("qkv") : null;
let peer = role ? window.opener : null;
let told = ""; // the last message of a presenter

function tell(what) {
  channel?.postMessage(what);
  try { peer?.postMessage(what, "*"); } catch (problem) { console.warn(problem); }
}

function tellNotes() {
  if (role !== "present") return;
  told = call("web_message") || told;
  tell({ qkv: "message", lesson: opened, message: told });
}

function hear({ data }) {
  if (data?.qkv === "asks" && role === "present" && told) tell({ qkv: "message", lesson: opened, message: told });
  if (data?.qkv === "opens" && role === "present" && data.lesson !== opened) queue(() => openLesson(data.lesson));
  if (data?.qkv !== "message" || role !== "notes" || data.lesson !== opened) return;
  queue(async () => { await run("web_follow", String(data.message)); show(); });
}

// The slides go to a window of their own, to be put on the projector; this one has the notes.
async function present() {
  peer = window.open(location.href.replace(/#.*/, "") + "#present&lesson=" + encodeURIComponent(opened), "_blank", "popup,width=1000,height=640");
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
  addEventListener("message", hear);
  if (channel) channel.onmessage = hear;
  if (role === "notes") tell({ qkv: "asks" });
  part("present").addEventListener("click", () => queue(present));
}
