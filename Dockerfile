# Latchkey in a container. `npm run image-check` does what this file says, without an engine.

# The Node.js that package.json pins.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app

# What running needs. No install script runs: native binaries come inside their packages.
FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --ignore-scripts --omit=dev --omit=optional

# The pages.
FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --ignore-scripts
COPY . .
RUN node scripts/build.ts && rm -r .next/cache

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
# The one place that it writes to. Numbers, so that an orchestrator can see that this user is not root.
RUN install -d -o 1000 -g 1000 -m 700 /data
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/.next ./.next
COPY --from=build /app/public ./public
COPY LICENSE next.config.ts package.json server.ts ./
COPY cli ./cli
COPY lib ./lib
COPY scripts/run-to-end.ts scripts/serve.ts ./scripts/
USER 1000:1000
VOLUME /data
EXPOSE 3000
# Not /readyz: an orchestrator that ends unhealthy containers would end all of them when the database is away.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No npm and no shell in between: SIGTERM reaches the server.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=75", "scripts/serve.ts"]
