#!/bin/sh
# The steps of the image. The Dockerfile and `npm run image-check` run them in a folder that holds the sources:
#   image.sh packages TARGET   installs packages: all of them here, those of production in TARGET
#   image.sh product TARGET    builds the pages here and copies the product to TARGET
set -eu
target=$2

case $1 in
  packages)
    # No install script runs: native binaries come inside their packages.
    npm install --no-save --ignore-scripts
    mkdir -p "$target"
    cp package.json package-lock.json .npmrc "$target"
    cd "$target"
    npm install --no-save --ignore-scripts --omit=dev --omit=optional
    npm sbom --package-lock-only --omit=dev --omit=optional --sbom-format=cyclonedx > sbom.cdx.json
    rm package-lock.json .npmrc
    ;;
  product)
    node scripts/build.ts
    node scripts/write-notices.ts "$target"
    rm -r .next/cache
    mkdir "$target/scripts"
    cp -R .next LICENSE cli lib next.config.ts public server.ts "$target"
    cp scripts/run-to-end.ts scripts/serve.ts "$target/scripts"
    rm -r "$target/lib/testing"
    find "$target/cli" "$target/lib" -name '*.test.ts' -exec rm {} +
    ;;
  *)
    echo "image.sh packages|product TARGET" >&2
    exit 2
    ;;
esac
