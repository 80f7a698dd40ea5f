"""Projects, what they are for, and their tasks."""

from __future__ import annotations

from typing import Annotated, Required, Unpack

from aule.apps.atlas.actions.execution import Done, act, action
from aule.apps.atlas.actions.params import (
    Cycle,
    Day,
    Editing,
    Id,
    MovedCycle,
    Number,
    OfCompany,
    Priority,
    ProjectStatus,
    Reference,
    TaskStatus,
    Text,
)
from aule.sdk import Context, Effect

_CATEGORY = "strategy"
_NAMED = ["project_id", "project_name"]
_TASK = ["task_id", "task_title"]
Several = Annotated[list[str], "Ids or titles."]


class _Held(OfCompany, total=False):
    """What a project holds."""

    description: Text
    priority: Priority
    start_date: Day
    end_date: Day
    budget: Number
    status: ProjectStatus
    progress: Annotated[float | None, "From 0 to 100."]
    owner_id: Text
    responsible: Text


class NewProject(_Held, total=False):
    """A project to be made."""

    name: Required[str]
    plan_id: Cycle
    objective_ids: Several
    kr_ids: Several


class ProjectEdit(_Held, Editing, total=False):
    """A project to be edited."""

    project_id: Id
    project_name: Reference
    plan_id: MovedCycle
    name: str


class ProjectMeant(OfCompany, total=False):
    """A project to be deleted."""

    project_id: Id
    project_name: Reference
    plan_id: Cycle


class ProjectLinks(ProjectMeant, total=False):
    """What a project is for."""

    objective_ids: Several
    kr_ids: Several


class _TaskHeld(OfCompany, total=False):
    """What a task holds."""

    description: Text
    status: TaskStatus
    priority: Priority
    due_date: Day
    estimated_hours: Number
    actual_hours: Number
    position: int | None
    assignee_id: Text


class NewTask(_TaskHeld, total=False):
    """A task to be made."""

    title: Required[str]
    project_id: Id
    project_name: Reference


class TaskEdit(_TaskHeld, Editing, total=False):
    """A task to be edited."""

    task_id: Id
    task_title: Reference
    project_id: Id
    project_name: Annotated[str, "With the task's id: the project it moves to. With its title: the one it is in."]
    title: str


class TaskMeant(OfCompany, total=False):
    """A task to be deleted."""

    task_id: Id
    task_title: Reference
    project_id: Id
    project_name: Reference


@action(
    effect=Effect.WRITE,
    title={"en": "Create a project", "pt": "Criar um projeto"},
    category=_CATEGORY,
    targets=["name"],
)
async def create_project(context: Context, **fields: Unpack[NewProject]) -> Done:
    """Create a project, and say which objectives and key results it is for."""
    return await act(context, "create_project", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Edit a project", "pt": "Editar um projeto"},
    category=_CATEGORY,
    targets=_NAMED,
)
async def update_project(context: Context, **fields: Unpack[ProjectEdit]) -> Done:
    """Edit a project, named by `project_id` or `project_name`."""
    return await act(context, "update_project", fields)


@action(
    effect=Effect.DELETE,
    title={"en": "Delete a project", "pt": "Excluir um projeto"},
    category=_CATEGORY,
    targets=_NAMED,
)
async def delete_project(context: Context, **fields: Unpack[ProjectMeant]) -> Done:
    """Delete a project with its tasks and links; key results stay. It can be undone."""
    return await act(context, "delete_project", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Link a project", "pt": "Ligar um projeto"},
    category=_CATEGORY,
    targets=_NAMED,
)
async def link_project(context: Context, **fields: Unpack[ProjectLinks]) -> Done:
    """Say which objectives and key results a project is for."""
    return await act(context, "link_project", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Unlink a project", "pt": "Desligar um projeto"},
    category=_CATEGORY,
    targets=_NAMED,
)
async def unlink_project(context: Context, **fields: Unpack[ProjectLinks]) -> Done:
    """Say which objectives and key results a project is no longer for."""
    return await act(context, "unlink_project", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Create a task", "pt": "Criar uma tarefa"},
    category=_CATEGORY,
    targets=["title"],
)
async def create_task(context: Context, **fields: Unpack[NewTask]) -> Done:
    """Create a task of a project, which is named by `project_id` or `project_name`."""
    return await act(context, "create_task", fields)


@action(
    effect=Effect.WRITE,
    title={"en": "Edit a task", "pt": "Editar uma tarefa"},
    category=_CATEGORY,
    targets=_TASK,
)
async def update_task(context: Context, **fields: Unpack[TaskEdit]) -> Done:
    """Edit a task, named by `task_id` or `task_title`; with its title, `project_name` says which project it is in."""
    return await act(context, "update_task", fields)


@action(
    effect=Effect.DELETE,
    title={"en": "Delete a task", "pt": "Excluir uma tarefa"},
    category=_CATEGORY,
    targets=_TASK,
)
async def delete_task(context: Context, **fields: Unpack[TaskMeant]) -> Done:
    """Delete a task, named by `task_id`, or by `task_title` and the project it is in. It can be undone."""
    return await act(context, "delete_task", fields)
