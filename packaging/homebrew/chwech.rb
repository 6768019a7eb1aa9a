# Homebrew: put the address of the repository in place of chwech.example, put this file into a tap of yours, and
# `brew install chwech`. The needs of the program are installed as requirements/play.txt pins them, by their hashes.
class Chwech < Formula
  desc "Card game that multiplies by nine, for the terminal"
  homepage "https://chwech.example"
  url "https://chwech.example/chwech.git", using: :git, tag: "v0.1.0"
  version "0.1.0"
  license "MIT"
  head "https://chwech.example/chwech.git", using: :git

  depends_on "python@3.11"

  def install
    python = Formula["python@3.11"].opt_bin/"python3.11"
    system python, "-m", "venv", "--without-pip", libexec
    pip = "#{Dir["tools/pip-*.whl"].first}/pip"
    system libexec/"bin/python", "-I", pip, "install", "--require-hashes", "-r", "requirements/play.txt"
    system libexec/"bin/python", "-I", pip, "install", "--no-deps", "--no-build-isolation", "."
    bin.install_symlink libexec/"bin/chwech"
  end

  service do
    run [opt_bin/"chwech", "serve", "--data", var/"chwech"]
    keep_alive true
    log_path var/"log/chwech.log"
    error_log_path var/"log/chwech.log"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/chwech --version")
    assert_match "Chwech", shell_output("#{bin}/chwech rules")
  end
end
