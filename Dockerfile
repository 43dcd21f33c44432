# The wheel: its build compiles the API's shape from Google's published clients.
FROM python:3.13-slim AS wheel
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY emulator emulator
COPY migrations migrations
COPY seed_data seed_data
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheel .

FROM python:3.13-slim
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin emulator \
    && install --directory --owner emulator --group emulator /data
WORKDIR /opt/emulator
# What it needs is a layer of its own, which is made anew only when pyproject.toml changes.
COPY pyproject.toml ./
RUN python -m venv --without-pip . \
    && python -c "import tomllib; project = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
        print(*project['dependencies'], *project['optional-dependencies']['documents'], sep='\n')" \
        > requirements.txt \
    && pip --python . install --no-cache-dir --no-compile --requirement requirements.txt \
    && bin/python -m compileall -q -j 0 lib
COPY --from=wheel /wheel wheel
RUN pip --python . install --no-index --no-compile wheel/*.whl \
    && bin/python -m compileall -q -j 0 lib
ENV PATH=/opt/emulator/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    EMULATOR_HOST=0.0.0.0 \
    EMULATOR_DATA_DIR=/data
# By its number, which tells Kubernetes that it is not root.
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8470 8471
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=3 \
    CMD ["discoveryengine-emulator", "wait", "--timeout", "3"]
ENTRYPOINT ["discoveryengine-emulator"]
CMD ["serve"]
