# The mock: docker build -t orders-kit . && docker run --rm -p 4010:4010 orders-kit --scenario slow
# The image has what `npm install orders-kit redis selfsigned` installs, and no build tools.

FROM node:24-alpine AS package
WORKDIR /source
COPY package.json package-lock.json ./
COPY examples/orders-page/package.json examples/orders-page/
RUN npm ci --omit=optional --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm pack --ignore-scripts
# redis is for --store, selfsigned for --https.
RUN npm install --prefix /opt/orders-kit --ignore-scripts --no-audit --no-fund /source/orders-kit-*.tgz \
  $(node -p 'const { redis, selfsigned } = require("/source/package.json").devDependencies; `redis@${redis} selfsigned@${selfsigned}`')

FROM node:24-alpine
COPY --from=package /opt/orders-kit/node_modules /opt/orders-kit/node_modules
# Mount your own scenarios and profiles here, and name their files.
WORKDIR /scenarios
USER node
EXPOSE 4010
HEALTHCHECK --interval=3s --timeout=2s CMD wget -q -O /dev/null http://127.0.0.1:4010/__admin/health || wget -q -O /dev/null --no-check-certificate https://127.0.0.1:4010/__admin/health
ENTRYPOINT ["node", "/opt/orders-kit/node_modules/orders-kit/dist/cli/main.js", "mock", "--host", "0.0.0.0"]
