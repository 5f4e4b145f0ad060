# A Homebrew formula. What stands between two @ is filled in by `make brew`.
class Qkv < Formula
  desc "Self-attention in your terminal, one number at a time"
  homepage "@RELEASE@"
  url "@RELEASE@/qkv-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "cairo"
  depends_on "giflib"
  depends_on "gmp"
  depends_on "jansson"
  depends_on "libdeflate"
  depends_on "libsixel"
  depends_on "md4c"
  depends_on "ncurses"
  depends_on "openblas"
  depends_on "pango"
  depends_on "pcre2"
  depends_on "sleef"
  depends_on "utf8proc"

  # Version 1.16, for which there is no formula: the same bytes as in Debian's libstb-dev
  # 0.0~git20220908.8b5f1f3, which is where the checksum was taken.
  resource "stb" do
    url "https://raw.githubusercontent.com/nothings/stb/1ee679ca2ef753a528db5ba6801e1067b40481b8/stb_image_write.h"
    sha256 "cbd5f0ad7a9cf4468affb36354a1d2338034f2c12473cf1a8e32053cb6914a05"
  end

  def install
    resource("stb").stage(buildpath/"include/stb")
    ENV.append "CPPFLAGS", "-I#{buildpath}/include"
    blas = Formula["openblas"].opt_lib/shared_library("libopenblas")
    system "make", "install", "PREFIX=#{prefix}", "PKG_CONFIG=pkg-config", "BLAS=#{blas}"
  end

  test do
    assert_match "qkv #{version}", shell_output("#{bin}/qkv --version")
    (testpath/"a.py").write <<~PYTHON
      import torch
      print(torch.tensor([0.0, 1.0]).softmax(-1))
    PYTHON
    assert_equal "tensor([0.2689, 0.7311])\n", shell_output("#{bin}/qkv run a.py")
  end
end
