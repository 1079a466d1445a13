# syntax=docker/dockerfile:1

# The image runs the API against a MongoDB server. It leaves the embedded engine out
# (docs/decisions/0064-the-container-image-leaves-the-embedded-engine-out.md), so MONGODB_URI and SECRETS_KEYS are required.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/console/package.json ./packages/console/package.json
RUN npm ci
COPY tsconfig.json ./
COPY src ./src
COPY scripts/build.mjs scripts/build-console.mjs ./scripts/
COPY scripts/support/builds.mjs ./scripts/support/
RUN npm run build
COPY packages/client/src ./packages/client/src
COPY packages/console/src ./packages/console/src
COPY packages/tsconfig.json ./packages/tsconfig.json
RUN node scripts/build-console.mjs

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# --omit=optional would also drop the binaries of the password hash; this fails loudly if the engine moves.
RUN npm ci --omit=dev && rm -r node_modules/@0q

FROM node:24-bookworm-slim
# One pool of memory for all threads: each keeps megabytes of its own otherwise, which only the start needed.
ENV MALLOC_ARENA_MAX=1 \
    NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
WORKDIR /app
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/packages/console/dist ./packages/console/dist
COPY package.json LICENSE NOTICE ./
COPY catalogue ./catalogue
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
