# orders-kit without Node: docker build -t orders-kit .
#   docker run --rm -p 4010:4010 orders-kit                                  the mock; with flags: … orders-kit mock --host 0.0.0.0 --scenario slow
#   docker run --rm -e ORDERS_API_KEY -v "$PWD:/work" orders-kit verify https://staging.example/v1
# The image has what npm installs for the packed package and redis, and no build tools.

FROM node:24-alpine AS package
WORKDIR /source
COPY package.json package-lock.json ./
COPY examples/orders-page/package.json examples/orders-page/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm pack
# redis is for --store.
RUN npm install --prefix /opt/orders-kit --ignore-scripts --no-audit --no-fund /source/orders-kit-*.tgz \
  "redis@$(node -p 'require("/source/package.json").devDependencies.redis')"

FROM node:24-alpine
COPY --from=package /opt/orders-kit/node_modules /opt/orders-kit/node_modules
ENV PATH="/opt/orders-kit/node_modules/.bin:$PATH"
# Mount your own scenarios and orders-kit.yaml here. Reports are written here: the folder must be writable for the user.
WORKDIR /work
USER node
EXPOSE 4010
HEALTHCHECK --interval=3s --timeout=2s CMD wget -q -O /dev/null http://127.0.0.1:4010/__admin/health || wget -q -O /dev/null --no-check-certificate https://127.0.0.1:4010/__admin/health
ENTRYPOINT ["orders-kit"]
CMD ["mock", "--host", "0.0.0.0"]
