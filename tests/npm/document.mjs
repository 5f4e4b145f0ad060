// Documents with the elements in them, and what can be asked of these; for any browser.
export const DOCUMENT = (body, head = "") => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A lecture</title><link rel="icon" href="data:,">
<style>body { font: 16px sans-serif; margin: 1rem; } qkv-lesson { margin: 1rem 0; }</style>${head}
<script>
  window.told = [];
  for (const name of ["ready", "step", "answer", "error", "screen"])
    addEventListener("qkv-" + name, (event) => told.push([event.target.id, name, event.detail.screen ? null : event.detail]));
</script>
<script type="module" src="/qkv/elements.js"></script></head><body><main><h1>A lecture</h1>${body}</main></body></html>`;

export const CODE = `<script type="text/plain">
    import torch
    q = torch.tensor([[1., 0.], [0., 2.]])
    k = torch.tensor([[1., 1.], [0., 3.]])
    scores = q @ k.T
    weights = torch.softmax(scores, dim=-1)
    small = weights < 0.5
  </script>`;

/** Waits until an element has told of it; what it told. */
export async function heard(page, id, name, count = 1, limit = 60000) {
  for (const end = Date.now() + limit; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const told = await page.evaluate((id, name) => window.told.filter((one) => one[0] === id && one[1] === name).map((one) => one[2]), id, name);
    if (told.length >= count) return told[told.length - 1];
    const wrong = name !== "error" && (await page.evaluate((id) => window.told.find((one) => one[0] === id && one[1] === "error"), id));
    if (wrong) throw new Error(JSON.stringify(wrong));
  }
  throw new Error(`in vain waited for ${name} of ${id}`);
}

/** The frame of a lesson. */
export async function frameOf(page, id) {
  const handle = await page.evaluateHandle((id) => document.getElementById(id).shadowRoot.querySelector("iframe"), id);
  return handle.asElement().contentFrame();
}
