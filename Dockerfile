# Latchkey in a container. `npm run image-check` runs the same steps without a container engine.

# The Node.js that package.json pins.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app

FROM base AS build
COPY package.json package-lock.json .npmrc ./
COPY scripts/image.sh scripts/
RUN sh scripts/image.sh packages /image
COPY . .
RUN sh scripts/image.sh product /image

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
# The only folder that the server writes to. Numbers show an orchestrator that this user is not root; with group 0 it may
# choose another one, as OpenShift does.
RUN install -d -o 1000 -g 0 -m 770 /data
COPY --from=build /image ./
USER 1000:0
VOLUME /data
EXPOSE 3000
# Not /readyz: during a database outage an orchestrator would restart every container.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No npm and no shell in between: SIGTERM reaches the server.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=25", "--disable-warning=ExperimentalWarning", "scripts/serve.ts"]
