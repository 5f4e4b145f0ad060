// The machine's own files, in node, for an instance of the program: a file system of emscripten's whose
// folders and files are those below `root`.
import fs from "node:fs";
import path from "node:path";

// What musl calls them.
const ERRORS = {
  EACCES: 2, EBADF: 8, EBUSY: 10, EEXIST: 20, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32, EMFILE: 33, EMLINK: 34,
  ENAMETOOLONG: 37, ENODEV: 43, ENOENT: 44, ENOSPC: 51, ENOTDIR: 54, ENOTEMPTY: 55, EPERM: 63, EPIPE: 64, EROFS: 69, EXDEV: 75,
};
const FLAGS = [[0o1, "O_WRONLY"], [0o2, "O_RDWR"], [0o100, "O_CREAT"], [0o200, "O_EXCL"], [0o1000, "O_TRUNC"], [0o2000, "O_APPEND"]];

const NOBODY = 65534;

/** @param {any} FS of the instance */
export function hostFiles(FS) {
  /** A call of node, whose errors are the program's. @template T @param {() => T} call */
  const through = (call) => {
    try {
      return call();
    } catch (problem) {
      const { code } = /** @type {any} */ (problem);
      if (!code) throw problem;
      throw new FS.ErrnoError(ERRORS[code] ?? (code === "UNKNOWN" ? ERRORS.EINVAL : ERRORS.EIO));
    }
  };

  /** @param {string} name */
  const stat = (name, follows = false) => through(() => {
    const found = follows ? fs.statSync(name) : fs.lstatSync(name);
    if (process.platform === "win32") found.mode |= (found.mode & 0o444) >> 2; // it knows no x
    return found;
  });

  /** @param {any} node @returns {string} */
  const nameOf = (node) => (node.parent === node ? node.mount.opts.root : path.join(nameOf(node.parent), node.name));

  /** @param {any} parent @param {string} name @param {number} mode */
  const newNode = (parent, name, mode) => {
    if (!FS.isDir(mode) && !FS.isFile(mode) && !FS.isLink(mode)) mode = 0o100000 | (mode & 0o777); // devices and pipes: read as files
    return Object.assign(FS.createNode(parent, name, mode, 0), { node_ops, stream_ops });
  };

  /** @param {number} flags */
  const flagsOf = (flags) => FLAGS.reduce((all, [bit, name]) => all | (flags & Number(bit) ? fs.constants[name] : 0), fs.constants.O_RDONLY);

  const node_ops = {
    getattr(node) {
      const { dev, ino, nlink, gid, rdev, size, atime, mtime, ctime, mode } = stat(nameOf(node));
      const uid = NOBODY; // what another program is writing is never taken for a leftover: there are no locks here
      return { dev, ino, mode, nlink, uid, gid, rdev, size, atime, mtime, ctime, blksize: 4096, blocks: Math.ceil(size / 512) };
    },
    setattr(node, { mode, timestamp, size }) {
      const name = nameOf(node);
      through(() => {
        if (mode !== undefined) {
          fs.chmodSync(name, mode & 0o7777);
          node.mode = mode;
        }
        if (timestamp !== undefined) fs.utimesSync(name, new Date(timestamp), new Date(timestamp));
        if (size !== undefined) fs.truncateSync(name, size);
      });
    },
    lookup: (parent, name) => newNode(parent, name, stat(path.join(nameOf(parent), name)).mode),
    mknod(parent, name, mode) {
      const node = newNode(parent, name, mode), full = nameOf(node);
      through(() => (FS.isDir(mode) ? fs.mkdirSync(full, mode & 0o777) : fs.closeSync(fs.openSync(full, "wx", mode & 0o777))));
      return node;
    },
    rename(node, folder, name) {
      through(() => fs.renameSync(nameOf(node), path.join(nameOf(folder), name)));
      node.name = name;
    },
    unlink: (parent, name) => through(() => fs.unlinkSync(path.join(nameOf(parent), name))),
    rmdir: (parent, name) => through(() => fs.rmdirSync(path.join(nameOf(parent), name))),
    readdir: (node) => [".", "..", ...through(() => fs.readdirSync(nameOf(node)))],
    symlink: (parent, name, to) => through(() => fs.symlinkSync(to, path.join(nameOf(parent), name))),
    readlink: (node) => inside(through(() => fs.readlinkSync(nameOf(node)))),
  };

  const stream_ops = {
    open(stream) {
      if (FS.isFile(stream.node.mode)) stream.nfd = through(() => fs.openSync(nameOf(stream.node), flagsOf(stream.flags)));
    },
    close(stream) {
      if (FS.isFile(stream.node.mode) && stream.nfd !== undefined) through(() => fs.closeSync(stream.nfd));
    },
    read: (stream, buffer, offset, length, position) => (length ? through(() => fs.readSync(stream.nfd, buffer, offset, length, position)) : 0),
    write: (stream, buffer, offset, length, position) => (length ? through(() => fs.writeSync(stream.nfd, buffer, offset, length, position)) : 0),
    llseek(stream, offset, whence) {
      const to = offset + (whence === 1 ? stream.position : whence === 2 ? through(() => fs.fstatSync(stream.nfd)).size : 0);
      if (to < 0) throw new FS.ErrnoError(ERRORS.EINVAL);
      return to;
    },
    mmap() { // the program reads it then
      throw new FS.ErrnoError(ERRORS.ENODEV);
    },
    msync: () => 0,
  };

  return { mount: ({ opts }) => { const root = newNode(null, "/", stat(opts.root, true).mode); return root; }, node_ops, stream_ops };
}

const DRIVE = /^([a-z]):[\\/]/i;

/** A path of the machine as the program sees it: C:\a\b is /C:/a/b. @param {string} name */
export function inside(name, windows = process.platform === "win32") {
  if (!windows) return name;
  return name.replace(DRIVE, (_, drive) => `/${drive.toUpperCase()}:/`).replaceAll("\\", "/");
}

/** And back, in what it writes. @param {string} text */
export const outside = (text, windows = process.platform === "win32") => (windows ? text.replace(/\/([A-Z]:)\//g, "$1/") : text);

/** All that is in the machine's topmost folders, but what it has in place of files. @param {any} FS */
export function mountHost(FS) {
  const host = hostFiles(FS);
  for (const [at, root] of process.platform === "win32" ? drives() : folders()) {
    if (!FS.analyzePath(at).exists) FS.mkdir(at);
    try {
      FS.mount(host, { root }, at);
    } catch (problem) {
      if (!(problem instanceof FS.ErrnoError)) throw problem; // it may not be read
    }
  }
}

function folders() {
  const own = ["dev", "proc", "sys"];
  return fs.readdirSync("/", { withFileTypes: true })
    .filter((one) => !own.includes(one.name) && (one.isDirectory() || one.isSymbolicLink()))
    .flatMap(({ name }) => {
      try {
        const root = fs.realpathSync("/" + name);
        return fs.statSync(root).isDirectory() ? [["/" + name, root]] : [];
      } catch {
        return [];
      }
    });
}

function drives() {
  return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => [`/${letter}:`, `${letter}:\\`]).filter(([, root]) => fs.existsSync(root));
}
