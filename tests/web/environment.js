// Before a unit test that was compiled to wasm: its environment is that of node.
Module.preRun = () => Object.assign(ENV, process.env, { _: "" });
