# auleOS with the PostgreSQL driver, for a server or a worker; `compose.yaml` shows both.
FROM python:3.12-slim AS build
COPY --from=ghcr.io/astral-sh/uv:0.8 /uv /bin/uv
ENV UV_LINK_MODE=copy UV_COMPILE_BYTECODE=1 UV_PROJECT_ENVIRONMENT=/opt/aule
WORKDIR /source
COPY pyproject.toml uv.lock hatch_build.py README.md LICENSE ./
COPY shell shell
COPY src src
RUN uv sync --locked --no-dev --no-editable --extra postgres --extra tools

FROM python:3.12-slim
RUN useradd --create-home --uid 1000 aule && install -d -o aule -g aule -m 700 /data
COPY --from=build /opt/aule /opt/aule
ENV PATH=/opt/aule/bin:$PATH AULE_HOME=/data PYTHONUNBUFFERED=1
USER aule
VOLUME /data
EXPOSE 8700
ENTRYPOINT ["aule"]
CMD ["up", "--no-browser", "--host", "0.0.0.0"]
