# The same steps as on a machine of one's own: set-up, then build. The image
# holds the ONNX runtime and the embedding model and needs nothing from the
# network when it starts but its database (DATABASE_URL) and GitHub.
FROM debian:trixie-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends make
WORKDIR /src
# Set-up alone first: its layer is kept until go.mod or a pin changes.
COPY go.mod ./
COPY deploy deploy
RUN deploy/setup.sh
COPY go.sum ./
RUN "$(deploy/find-go.sh)" mod download
COPY . .
ARG VERSION=unknown
RUN make build VERSION="$VERSION"

FROM debian:trixie-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends git ca-certificates libstdc++6 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --user-group --no-create-home --home-dir /data plumbline \
 && install -d -o plumbline -g plumbline /data
COPY --from=build /var/lib/plumbline/lib /opt/plumbline/lib
COPY --from=build /var/lib/plumbline/models /opt/plumbline/models
COPY --from=build /src/bin/plumbline /usr/local/bin/plumbline
USER 10001:10001
# The volume may be empty, so what Plumbline only reads lies outside it.
ENV PLUMBLINE_DATA=/data \
    PLUMBLINE_ONNXRUNTIME=/opt/plumbline/lib/libonnxruntime.so \
    PLUMBLINE_EMBED_MODEL_DIR=/opt/plumbline/models/minilm
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["plumbline"]
CMD ["serve"]
