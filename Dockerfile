# Build the wheel: this compiles the API's shape from Google's published clients.
FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY emulator emulator
COPY migrations migrations
COPY seed_data seed_data
RUN python -m venv /opt/emulator \
    && /opt/emulator/bin/pip install --no-cache-dir --no-compile ".[documents]" \
    && /opt/emulator/bin/python -m compileall -q -j 0 /opt/emulator/lib

FROM python:3.13-slim
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin emulator \
    && install --directory --owner emulator --group emulator /data
COPY --from=build /opt/emulator /opt/emulator
ENV PATH=/opt/emulator/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    EMULATOR_HOST=0.0.0.0 \
    EMULATOR_DATA_DIR=/data
USER emulator
WORKDIR /data
VOLUME /data
EXPOSE 8470 8471
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=3 \
    CMD ["discoveryengine-emulator", "wait", "--timeout", "3"]
ENTRYPOINT ["discoveryengine-emulator"]
CMD ["serve"]
