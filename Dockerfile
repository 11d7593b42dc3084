# A server for DATABASE_URL: `docker buildx build --tag patchbay .`, or compose.yaml.
# It brings no PostgreSQL, and installs nothing when it starts.

# The Node of all stages, as in scripts/ensure-node.mjs.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS manifests
WORKDIR /src
COPY . .
# Only what npm reads: a change of other files does not repeat the installations.
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete \
    && find . -type d -empty -delete

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS dependencies
WORKDIR /src
COPY --from=manifests /src .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts

FROM dependencies AS build
COPY . .
RUN npm run build --workspace apps/server --workspace apps/connect-ui --workspace apps/dashboard \
        --workspace packages/browser-sdk \
        --workspace packages/compiler --workspace packages/runner \
    && chmod -R u=rwX,go=rX apps packages LICENSE \
    && chmod 755 apps/server/dist/main.js

# What is bundled, as a lock file that scanners and the bill of materials read.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS production
ARG BUILDKIT_SBOM_SCAN_STAGE=true
WORKDIR /src
COPY --from=manifests /src .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev --omit=optional \
    --workspace apps/server --workspace apps/connect-ui --workspace apps/dashboard --workspace packages/browser-sdk \
    && chmod 644 node_modules/.package-lock.json

# What cannot be bundled: the native parts, and zod, which the compiler puts into functions.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS functions
ARG TARGETOS
ARG TARGETARCH
WORKDIR /src
COPY --from=manifests /src .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev \
        --workspace packages/compiler --workspace packages/runner \
        --os="$TARGETOS" --cpu="$(echo "$TARGETARCH" | sed s/amd64/x64/)" --libc=glibc \
    && mkdir -p image/node_modules \
    && prebuilds="isolated-vm/prebuilds/$TARGETOS-$(echo "$TARGETARCH" | sed s/amd64/x64/)" \
    && abi="$(node -p process.versions.modules)" \
    && (cd node_modules && tar -ch --exclude='*.d.ts' --exclude='*.d.mts' --exclude='*.cts' --exclude='*.cjs' \
        --exclude=zod/src --exclude='*.musl.node' \
        isolated-vm/LICENSE isolated-vm/package.json isolated-vm/isolated-vm.js "$prebuilds"/*".abi$abi."* \
        node-gyp-build rolldown/LICENSE rolldown/THIRD-PARTY-LICENSE rolldown/package.json rolldown/dist @rolldown zod) \
        | tar -x -C image/node_modules \
    && chmod -R u=rwX,go=rX image

FROM ${NODE_IMAGE} AS runtime
# No program of the image installs or builds anything.
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /opt/yarn-* \
        /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
    && install --directory --mode=700 --owner=10001 --group=10001 /var/lib/patchbay \
    && ln -s /app/apps/server/dist/main.js /usr/local/bin/patchbay-server

FROM runtime AS server
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Patchbay" \
      org.opencontainers.image.description="An open-source integration platform" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
WORKDIR /app
COPY --from=build /src/LICENSE ./
COPY --from=production /src/node_modules/.package-lock.json package-lock.json
COPY --from=build /src/packages/db/package.json node_modules/@patchbay/db/
COPY --from=build /src/packages/db/migrations node_modules/@patchbay/db/migrations/
COPY --from=functions /src/image/node_modules node_modules/
COPY --from=build /src/packages/compiler/package.json node_modules/@patchbay/compiler/
COPY --from=build /src/packages/compiler/dist node_modules/@patchbay/compiler/dist/
COPY --from=build /src/packages/runner/package.json node_modules/@patchbay/runner/
COPY --from=build /src/packages/runner/dist node_modules/@patchbay/runner/dist/
COPY --from=build /src/packages/browser-sdk/dist packages/browser-sdk/dist/
COPY --from=build /src/apps/connect-ui/dist apps/connect-ui/dist/
COPY --from=build /src/apps/dashboard/dist apps/dashboard/dist/
COPY --from=build /src/apps/server/package.json apps/server/
COPY --from=build /src/apps/server/dist apps/server/dist/
ENV NODE_ENV=production PATCHBAY_DATA_DIR=/var/lib/patchbay
# A number, so that Kubernetes sees that it is not root.
USER 10001:10001
EXPOSE 3003 3009
STOPSIGNAL SIGTERM
# Not /health: to start a server again does not bring its database back.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PATCHBAY_PORT || 3003}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself, which gets the signals. The flags are those of apps/server/src/node-flags.ts.
ENTRYPOINT ["node", "--disable-sigusr1", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "apps/server/dist/main.js"]
