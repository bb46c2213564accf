# Console and index in one image; compose.yaml starts each process. The first stage builds, the second has no build tools.
FROM node:20-bookworm-slim AS build
WORKDIR /opt/dagscope
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build
RUN npm prune --omit=dev

FROM node:20-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/var/lib/dagscope
RUN mkdir -p /var/lib/dagscope && chown node:node /var/lib/dagscope
WORKDIR /opt/dagscope
COPY --from=build /opt/dagscope ./
USER node
CMD ["node", "scripts/serve.mjs"]
