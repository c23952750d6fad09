# One image for every process: a Deployment chooses the file that Node runs. Needs BuildKit or buildah.
# BASE has Debian, Node of the lockfile's version and npm; another one, from a registry of yours say, serves as well.
ARG BASE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Node comes with the base, so that of the optional packages is left out. The secret is for registries that ask for one.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --omit=dev --omit=optional
# Node runs no TypeScript of packages, and nobody debugs them here: a third of the files.
RUN find node_modules -type f \( -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.map' \) -delete
COPY gateway gateway
COPY proto/gen proto/gen
COPY services services
# The same on every machine, whatever mask the checkout was made with.
RUN chmod -R u=rwX,go=rX package.json package-lock.json .npmrc gateway proto services && chmod 755 services/cli/insights.js

FROM ${BASE} AS system
RUN find /usr/local/bin -mindepth 1 ! -name node -delete \
  && rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/share /opt/* /root/.npm /tmp/* \
      /var/cache/* /var/lib/apt/lists/* /var/log/* \
  && echo 'insights:x:10001:10001:research-insights:/nonexistent:/usr/sbin/nologin' >>/etc/passwd \
  && echo 'insights:x:10001:' >>/etc/group \
  && ln -s /app/services/cli/insights.js /usr/local/bin/insights

# From nothing, so that no layer below holds npm or what else was removed.
FROM scratch
COPY --from=system / /
COPY --from=build /app /app
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="research-insights" \
      org.opencontainers.image.description="A searchable database of insights extracted from primary-source financial and economic documents" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="UNLICENSED"
# Where a writable folder is mounted there, a command that is run again, or a process, starts in half the time.
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    NODE_COMPILE_CACHE=/tmp/node-compile-cache
WORKDIR /app
USER 10001:10001
STOPSIGNAL SIGTERM
CMD ["insights", "--help"]
