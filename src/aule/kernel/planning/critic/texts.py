"""What the critic says, in both languages: what is wrong, and what to do about it."""

from __future__ import annotations

from typing import NamedTuple

from aule.kernel.planning.critic.words import is_portuguese


class Telling(NamedTuple):
    """One finding in words: the issue and the advice, in English and in Portuguese."""

    issue: str
    advice: str
    issue_pt: str
    advice_pt: str


TEXTS: dict[str, Telling] = {
    "schema": Telling(
        "The plan does not have its form at {where!r}: {what}.",
        "Correct this field.",
        "O plano foge do formato em {where!r}: {what}.",
        "Corrija este campo.",
    ),
    "no_steps": Telling(
        "The plan has no steps.",
        "Add at least one step that says what is done.",
        "O plano não tem nenhum passo.",
        "Acrescente pelo menos um passo que diga o que será feito.",
    ),
    "no_goal": Telling(
        "The plan does not say what it is to reach.",
        "Write the outcome in a sentence.",
        "O plano não diz aonde quer chegar.",
        "Escreva o resultado esperado em uma frase.",
    ),
    "incomplete": Telling(
        "Step {step!r} is a step of kind {kind!r} but has no {needed!r}.",
        "Give it {needed!r}, or choose another kind.",
        "O passo {step!r} é do tipo {kind!r}, mas não tem {needed!r}.",
        "Informe {needed!r}, ou escolha outro tipo.",
    ),
    "unclear_repeat": Telling(
        "Step {step!r} does not say clearly how often it runs.",
        "Give either a count or a list to go through, not both.",
        "O passo {step!r} não diz com clareza quantas vezes se repete.",
        "Dê um número ou uma lista a percorrer, não os dois.",
    ),
    "same_id": Telling(
        "Two steps have the id {step!r}.",
        "Give one of them another id.",
        "Dois passos têm o id {step!r}.",
        "Dê outro id a um deles.",
    ),
    "no_such_step": Telling(
        "Step {step!r} waits for {missing!r}, which is not a step.",
        "Name an existing step, or take the dependency away.",
        "O passo {step!r} espera por {missing!r}, que não é um passo.",
        "Indique um passo que existe, ou retire a dependência.",
    ),
    "cycle": Telling(
        "These steps wait for each other: {cycle}.",
        "Take one of these dependencies away.",
        "Estes passos esperam uns pelos outros: {cycle}.",
        "Retire uma dessas dependências.",
    ),
    "order": Telling(
        "Step {step!r} is listed before {other!r}, which it waits for.",
        "Move {other!r} before it, or drop the dependency.",
        "O passo {step!r} está antes de {other!r}, pelo qual ele espera.",
        "Coloque {other!r} antes dele, ou retire a dependência.",
    ),
    "no_description": Telling(
        "Step {step!r} does not say what is done.",
        "Describe it in a sentence or two.",
        "O passo {step!r} não diz o que será feito.",
        "Descreva-o em uma ou duas frases.",
    ),
    "placeholder": Telling(
        "The description of step {step!r} is a placeholder: {mark!r}.",
        "Write what exactly is done.",
        "A descrição do passo {step!r} é só um marcador: {mark!r}.",
        "Escreva exatamente o que será feito.",
    ),
    "short": Telling(
        "The description of step {step!r} is too short to be followed.",
        "Say what is done, where and how.",
        "A descrição do passo {step!r} é curta demais para ser seguida.",
        "Diga o que será feito, onde e como.",
    ),
    "undecided": Telling(
        "Step {step!r} leaves something open: {open}",
        "Decide it, and take the mark out of the description.",
        "O passo {step!r} deixa algo em aberto: {open}",
        "Decida isso e tire a marca da descrição.",
    ),
    "no_validation": Telling(
        "Step {step!r} does not say how one sees that it is done.",
        "Name a command, a test, a file, a number or something that can be observed.",
        "O passo {step!r} não diz como saber que ficou pronto.",
        "Indique um comando, um teste, um arquivo, um número ou algo observável.",
    ),
    "unmeasurable": Telling(
        "The validation of step {step!r} cannot be measured: {validation!r}.",
        "Name a command, a test, a file, a number or something that can be observed.",
        "A validação do passo {step!r} não pode ser medida: {validation!r}.",
        "Indique um comando, um teste, um arquivo, um número ou algo observável.",
    ),
    "no_path": Telling(
        "Step {step!r} changes a file but does not say which.",
        "Say where: a path inside the project.",
        "O passo {step!r} altera um arquivo, mas não diz qual.",
        "Diga onde: um caminho dentro do projeto.",
    ),
    "outside": Telling(
        "Step {step!r} names {path!r}, which is not a path inside the project.",
        "Use a path relative to the project, such as src/app.py.",
        "O passo {step!r} cita {path!r}, que não é um caminho dentro do projeto.",
        "Use um caminho relativo ao projeto, como src/app.py.",
    ),
    "missing_file": Telling(
        "Step {step!r} wants to {action} {path!r}, which does not exist.",
        "Correct the path, or let a step before it create the file.",
        "O passo {step!r} quer {action} {path!r}, que não existe.",
        "Corrija o caminho, ou crie o arquivo em um passo anterior.",
    ),
    "misspelt_file": Telling(
        "Step {step!r} names {path!r}, which does not exist; {found!r} does.",
        "Use {found!r}.",
        "O passo {step!r} cita {path!r}, que não existe; existe {found!r}.",
        "Use {found!r}.",
    ),
    "several_files": Telling(
        "Step {step!r} names {path!r}, which does not exist; it could be {found}.",
        "Say which one is meant.",
        "O passo {step!r} cita {path!r}, que não existe; pode ser {found}.",
        "Diga qual deles é.",
    ),
    "exists": Telling(
        "Step {step!r} wants to create {path!r}, which is there already.",
        "Change the existing file instead, or choose another name.",
        "O passo {step!r} quer criar {path!r}, que já existe.",
        "Altere o arquivo que existe, ou escolha outro nome.",
    ),
    "no_folder": Telling(
        "Step {step!r} would make the new folder {folder!r}; there is a folder {found!r}.",
        "Say which of the two is meant.",
        "O passo {step!r} criaria a pasta nova {folder!r}; já existe a pasta {found!r}.",
        "Diga qual das duas é a certa.",
    ),
    "not_a_folder": Telling(
        "Step {step!r} wants to create {path!r}, but {folder!r} is not a folder.",
        "Choose another path.",
        "O passo {step!r} quer criar {path!r}, mas {folder!r} não é uma pasta.",
        "Escolha outro caminho.",
    ),
    "lines_invalid": Telling(
        "Step {step!r} names the lines {lines}, which are no range.",
        "Give the first and the last line, or none.",
        "O passo {step!r} cita as linhas {lines}, que não formam um intervalo.",
        "Dê a primeira e a última linha, ou nenhuma.",
    ),
    "lines_beyond": Telling(
        "Step {step!r} names the lines {lines}, but {path!r} has {count}.",
        "Look at the file as it is now and correct the lines.",
        "O passo {step!r} cita as linhas {lines}, mas {path!r} tem {count}.",
        "Veja o arquivo como está agora e corrija as linhas.",
    ),
    "no_capability": Telling(
        "Step {step!r} uses {name!r}, which is not a capability.{near}",
        "Use a capability that exists.",
        "O passo {step!r} usa {name!r}, que não é uma capacidade.{near}",
        "Use uma capacidade que existe.",
    ),
    "no_agent": Telling(
        "Step {step!r} is for the agent {name!r}, who does not exist.{near}",
        "Choose an agent that exists.",
        "O passo {step!r} é para o agente {name!r}, que não existe.{near}",
        "Escolha um agente que existe.",
    ),
    "no_workflow": Telling(
        "Step {step!r} runs the workflow {name!r}, which is not kept here.{near}",
        "Choose a workflow from the library.",
        "O passo {step!r} executa o fluxo {name!r}, que não está guardado aqui.{near}",
        "Escolha um fluxo da biblioteca.",
    ),
    "no_param": Telling(
        "{name!r} in step {step!r} takes no parameter {param!r}.",
        "It takes {takes}.",
        "{name!r}, no passo {step!r}, não aceita o parâmetro {param!r}.",
        "Ela aceita {takes}.",
    ),
    "missing_param": Telling(
        "{name!r} in step {step!r} needs the parameter {param!r}.",
        "Say which value it gets.",
        "{name!r}, no passo {step!r}, precisa do parâmetro {param!r}.",
        "Diga que valor ele recebe.",
    ),
    "bad_param": Telling(
        "The parameter {param!r} of {name!r} in step {step!r} does not fit: {what}",
        "Give a value that fits.",
        "O parâmetro {param!r} de {name!r}, no passo {step!r}, não serve: {what}",
        "Dê um valor que sirva.",
    ),
    "bad_binding": Telling(
        "Step {step!r} has a binding in {place!r} that nobody can read.",
        'Write it like {{"$from": "2.result.data.items"}}.',
        "O passo {step!r} tem em {place!r} uma ligação que não dá para ler.",
        'Escreva assim: {{"$from": "2.result.data.itens"}}.',
    ),
    "no_source": Telling(
        "Step {step!r} looks at {path!r}, but there is no step {other!r}.",
        "Use the id of a step of this plan.",
        "O passo {step!r} usa {path!r}, mas não há passo {other!r}.",
        "Use o id de um passo deste plano.",
    ),
    "no_field": Telling(
        "Step {step!r} looks at {path!r}, which step {other!r} does not give{why}.",
        "Look at what that step gives, and correct the path.",
        "O passo {step!r} usa {path!r}, que o passo {other!r} não devolve{why}.",
        "Veja o que esse passo devolve e corrija o caminho.",
    ),
    "no_item": Telling(
        "Step {step!r} looks at an item, but repeats over no list.",
        "Let it repeat over a list, or give the value itself.",
        "O passo {step!r} usa um item, mas não se repete sobre nenhuma lista.",
        "Faça-o repetir sobre uma lista, ou dê o valor diretamente.",
    ),
    "vague": Telling(
        "{where} is vague and has no measure: {words}.",
        "Say how much, which ones, or when exactly.",
        "{where} está vago e sem medida: {words}.",
        "Diga quanto, quais, ou quando exatamente.",
    ),
    "no_mitigation": Telling(
        "The risk {risk!r} is high and nothing is done about it.",
        "Say how it is kept small.",
        "O risco {risk!r} é alto e nada é feito a respeito.",
        "Diga como ele será reduzido.",
    ),
    "no_criteria": Telling(
        "The plan does not say how one sees that it succeeded.",
        "Add at least one success criterion that can be observed.",
        "O plano não diz como saber que deu certo.",
        "Acrescente pelo menos um critério de sucesso observável.",
    ),
    "unrelated": Telling(
        "Step {step!r} is not related to any success criterion.",
        "Drop the step, or add the criterion it serves.",
        "O passo {step!r} não tem relação com nenhum critério de sucesso.",
        "Retire o passo, ou acrescente o critério a que ele serve.",
    ),
    "unanswered": Telling(
        "A critical question is not answered: {question}",
        "Answer it, or say “you decide”.",
        "Uma pergunta crítica está sem resposta: {question}",
        "Responda, ou diga “você decide”.",
    ),
    "not_applied": Telling(
        "The answer to {question!r} has changed none of its steps.",
        "Put the answer into the steps, or take them from the question.",
        "A resposta a {question!r} não mudou nenhum dos passos dela.",
        "Leve a resposta aos passos, ou retire-os da pergunta.",
    ),
    "points_nowhere": Telling(
        "{where} points to step {missing!r}, which does not exist.",
        "Take the reference away.",
        "{where} aponta para o passo {missing!r}, que não existe.",
        "Retire a referência.",
    ),
    "moot": Telling(
        "The question {question!r} is about something that is settled.",
        "Close the question.",
        "A pergunta {question!r} é sobre algo que já está resolvido.",
        "Encerre a pergunta.",
    ),
    "many_steps": Telling(
        "The plan has {count} steps; more than {most} are hard to review.",
        "Split it into several plans.",
        "O plano tem {count} passos; mais de {most} são difíceis de revisar.",
        "Divida-o em vários planos.",
    ),
    "many_files": Telling(
        "Step {step!r} touches {count} files; more than {most} are hard to check.",
        "Split it into several steps.",
        "O passo {step!r} mexe em {count} arquivos; mais de {most} são difíceis de conferir.",
        "Divida-o em vários passos.",
    ),
    "destructive": Telling(
        "Step {step!r} destroys something ({what}) and lacks {lacks}.",
        "Let a person approve it right before, and name the risk.",
        "O passo {step!r} destrói algo ({what}) e falta {lacks}.",
        "Peça aprovação logo antes dele e registre o risco.",
    ),
    "out_of_scope": Telling(
        "The agent {agent!r} may not write {path!r}, which step {step!r} names.",
        "Choose another agent or another path.",
        "O agente {agent!r} não pode escrever {path!r}, citado no passo {step!r}.",
        "Escolha outro agente ou outro caminho.",
    ),
    "secret": Telling(
        "{where} holds what looks like a secret ({kind}).",
        "Take it out and change it; plans are kept and shown.",
        "{where} contém o que parece ser um segredo ({kind}).",
        "Retire-o e troque-o; planos são guardados e mostrados.",
    ),
    "file_gone": Telling(
        "{path!r} was looked at for this plan and is not there any more.",
        "Review the steps that rely on it.",
        "{path!r} foi analisado para este plano e não existe mais.",
        "Revise os passos que dependem dele.",
    ),
    "file_changed": Telling(
        "{path!r} has changed since this plan was made.",
        "Review the steps that rely on it.",
        "{path!r} mudou desde que este plano foi feito.",
        "Revise os passos que dependem dele.",
    ),
    "not_in_manifest": Telling(
        "The plan counts on {name!r}, which is not in {manifest}.",
        "Correct the name, or add a step that installs it.",
        "O plano conta com {name!r}, que não está em {manifest}.",
        "Corrija o nome, ou acrescente um passo que o instale.",
    ),
    "other_version": Telling(
        "The plan counts on {name} {stated}, but {manifest} says {found}.",
        "Check whether the steps work with {found}.",
        "O plano conta com {name} {stated}, mas {manifest} diz {found}.",
        "Verifique se os passos funcionam com {found}.",
    ),
    "duplicate": Telling(
        "Step {step!r} does the same as {other!r}.",
        "Drop one of the two.",
        "O passo {step!r} faz o mesmo que {other!r}.",
        "Retire um dos dois.",
    ),
    "assumption": Telling(
        "The plan rests on something nobody confirmed: {text}",
        "Confirm or correct it.",
        "O plano se apoia em algo que ninguém confirmou: {text}",
        "Confirme ou corrija.",
    ),
}


def told(key: str, language: str, **values: object) -> tuple[str, str]:
    """What is wrong and what to do, in the plan's language."""
    text = TEXTS[key]
    issue, advice = (text.issue_pt, text.advice_pt) if is_portuguese(language) else (text.issue, text.advice)
    return issue.format(**values), advice.format(**values)
