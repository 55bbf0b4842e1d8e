# The full image has a compiler, for the one package that may have to be compiled.
FROM node:24-bookworm AS build
WORKDIR /lectern
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY bin bin
COPY engine engine
COPY console console
COPY design design
COPY sdk sdk
COPY server server
RUN npm run build
# What the program takes from packages at run time; of SQLite the library, without the sources it was made from.
RUN npm prune --omit=dev \
 && find node_modules -type d -empty -delete \
 && cd node_modules/better-sqlite3 \
 && find . -type f ! -path "./lib/*" ! -path "./build/Release/better_sqlite3.node" ! -name package.json ! -name LICENSE -delete

FROM node:24-bookworm-slim
# For keeping spaces in step with repositories.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends git ca-certificates \
 && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 LECTERN_DATA_DIR=/data
WORKDIR /lectern
COPY package.json LICENSE ./
COPY --from=build /lectern/node_modules node_modules
COPY --from=build /lectern/dist dist
COPY bin/lectern.js bin/lectern.js
COPY docs docs
COPY demo demo
COPY fonts fonts
RUN install --directory --owner=node --group=node --mode=700 /data
USER node
VOLUME /data
EXPOSE 4000 4001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/lectern.js"]
CMD ["start"]
