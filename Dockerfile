# The team server alone, built from this repository: docker build -t switchyard-team .
FROM node:20-slim AS built
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY tsconfig.json ./
COPY src/api src/api
COPY src/model src/model
COPY src/locales src/locales
COPY src/matching src/matching
COPY src/dnr src/dnr
COPY src/team-server src/team-server

FROM node:20-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8484 DATA_FOLDER=/data
WORKDIR /app
COPY --from=built /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8484
HEALTHCHECK CMD node -e "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then(a=>process.exit(a.ok?0:1),()=>process.exit(1))"
# tsx reads the TypeScript as it is; node gets the signals itself, so that a stop is a graceful one.
ENTRYPOINT ["node", "--import", "tsx", "src/team-server/cli.ts"]
CMD ["serve"]
