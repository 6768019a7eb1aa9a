# Nix: `nix run .` in a checkout plays, `nix profile install .` installs.
{
  description = "Chwech, the card game that multiplies by nine, for the terminal";

  # The name of the registry: which nixpkgs that is, flake.lock of whoever uses this says.
  inputs.nixpkgs.url = "nixpkgs";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      forEach = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = forEach (pkgs: {
        default = pkgs.python3Packages.buildPythonApplication {
          pname = "chwech";
          version = "0.1.0";
          pyproject = true;
          src = self;

          build-system = [ pkgs.python3Packages.hatchling ];

          dependencies = with pkgs.python3Packages; [
            asyncssh
            cryptography
            msgpack
            msgspec
            numpy
            openskill
            platformdirs
            rich
            textual
            wcwidth
          ];

          # nixpkgs has the versions that it has; the tests of this repository say whether the screens are as they were.
          pythonRelaxDeps = true;

          # The tests need what only the repository pins.
          doCheck = false;
          pythonImportsCheck = [ "chwech" "server" "chwech_tui" "protocol" ];

          meta = {
            description = "Card game that multiplies by nine, for the terminal";
            license = pkgs.lib.licenses.mit;
            mainProgram = "chwech";
          };
        };
      });
    };
}
