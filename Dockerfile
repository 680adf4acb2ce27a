# The mock: docker build -t orders-kit . && docker run --rm -p 4010:4010 orders-kit --scenario slow
# The image holds what `npm install orders-kit` brings, and nothing of what builds it.

FROM node:24-alpine AS package
WORKDIR /source
COPY package.json package-lock.json ./
COPY examples/orders-page/package.json examples/orders-page/
RUN npm ci --omit=optional --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm pack --ignore-scripts
RUN npm install --prefix /opt/orders-kit --ignore-scripts --no-audit --no-fund /source/orders-kit-*.tgz

FROM node:24-alpine
COPY --from=package /opt/orders-kit/node_modules /opt/orders-kit/node_modules
# Scenarios and profiles of your own are mounted here and named by their file.
WORKDIR /scenarios
USER node
EXPOSE 4010
HEALTHCHECK --interval=3s --timeout=2s CMD ["node", "-e", "fetch('http://127.0.0.1:4010/__admin/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/orders-kit/node_modules/orders-kit/dist/cli.js", "mock", "--host", "0.0.0.0"]
