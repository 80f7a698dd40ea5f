"""Forms of sentences that edit a workflow: how each deed is said in Portuguese and in English, folded.

Every form is a whole sentence. Its named groups are what is looked up later: steps, places, names, counts.
"""

from __future__ import annotations

from typing import Literal

from aule.apps.builder.step_names import STEP_WORD

Deed = Literal[
    "add",
    "remove",
    "rename",
    "ask",
    "pause",
    "show",
    "connect",
    "disconnect",
    "wait",
    "move",
    "prompt",
    "repeat",
    "retry",
    "skip",
    "switch_off",
    "switch_on",
    "swap",
    "order",
    "side_by_side",
    "copy",
    "limit",
    "no_limit",
    "no_retry",
    "param",
    "title",
    "condition",
    "keep",
]

LEAD = (
    r"^\W*(?:(?:oi|ola|bom dia|boa tarde|boa noite|por favor|por gentileza|por obsequio|gentilmente|com licenca"
    r"|fazendo (?:o )?favor"
    r"|se (?:possivel|puder|der|nao for incomodo)|if (?:possible|you can|you could)|kindly|agora|entao|ai|dai|e|eu"
    r"|me|(?:voce|vc) (?:pode|consegue|poderia)"
    r"|pode|poderia|podia|podiamos|deviamos|devia|consegue|da (?:pra|para)|tem como|seria possivel|vamos|quero|queria"
    r"|gostaria de|preciso|precisamos|acho que|que tal|e se|se a gente|e se a gente|a gente (?:podia|poderia|devia"
    r"|pode)"
    r"|seria (?:bom|legal|otimo|melhor)|nao esquec\w+ de|sera que"
    r"|(?:quero|queria|preciso|precisamos|gostaria|vamos) (?:de |que )?|falta|faltou|faz(?: com que)? (?:ele|ela|o"
    r" fluxo)"
    r"|hey|hi|hello|please|pls|plz|now|and|also|so|then|just|maybe|let's|go ahead and|depois disso|em seguida"
    r"|(?:can|could|would|will) (?:you|we)(?: please)?|(?:i|we) (?:want|need|would like)(?: to| you to)?"
    r"|(?:you|we|i) (?:should|could|can)|i(?:'d| would) like to|we need to|i think|it would be (?:nice|good|great) to"
    r"|is there (?:a|any) way to|how about|what if(?: we)?|don'?t forget to|make it|tell it to|tambem|ok)[,!:]? )*"
)
POLITE = (
    r"(?:[,.!?]* (?:por favor|por gentileza|faz favor|please|pls|plz|pf|pfv|pfvr|obrigad[oa]|brigad[oa]|obg|thanks"
    r"|thank you|thx"
    r"|ty|tks|ok|okay|ta|ta bom|valeu|vlw|blz|beleza|pode ser|se (?:possivel|puder|der)|if (?:possible|you can)|ne"
    r"|right"
    r"|para mim|pra mim|for me|ai|dai|la))*"
    r"[\s.!?]*$"
)
ADD = (
    r"(?:(?:adicion|acrescent|inclu|insir|inser|coloc|coloqu|bot|encaix|enfi|met)\w{1,5}|ponha|poe|por|pora"
    r"|cri[ea]r?|ter"
    r"|add(?:ing|ed)?|insert(?:ing)?|put|putting|include|place|create|have|having|slot in|throw in|stick|drop in)"
)
PLACE = r"(?:(?:coloc|coloqu|bot)\w{1,5}|ponha|poe|por|put|putting|place)"
"""Verbs that put a step somewhere: one that is there moves, another one is added."""
RUN = r"(?:execut\w{1,2}|rod[ea]r?|cham[ea]r?|fac?a|fazer|mand[ea]r?|us[ea]r?|run|execute|call|do|use|start)"
_SOON = r"(?:logo |bem |ali |imediatamente |right |just )?"
BEFORE = rf"(?:,? {_SOON}(?:antes d[eoa]s?|antes que|before))"
AFTER = rf"(?:,? {_SOON}(?:depois d[eoa]s?|apos|em seguida a[o]?|after|following))"
FIRST_BEFORE, FIRST_AFTER = BEFORE.replace(",? ", "", 1), AFTER.replace(",? ", "", 1)
BEGIN = (
    r"(?:n[oa] (?:comeco|inicio)|ao (?:comeco|inicio)|antes de tudo|em primeiro lugar|primeiro|at the (?:beginning"
    r"|start"
    r"|top)|as the first step|before everything(?: else)?|first)(?: (?:de tudo|do fluxo|of (?:it|the (?:flow"
    r"|workflow))))?"
)
END = (
    r"(?:n[oa] (?:final|fim)|ao (?:final|fim)|pr[oa] (?:final|fim)|para o (?:final|fim)|por ultimo|(?:at|to) the end"
    r"|as the last step|finally|last)(?: (?:de tudo|do fluxo|of (?:it|the (?:flow|workflow))))?"
)
DROP = (
    r"(?:(?:remov|tir|retir|apag|exclu|delet|elimin|cort|arranc)\w{1,3}|delete|remove|removing|drop|take out|get rid of"
    r"|cut|kill|lose|ditch|scrap)"
)
RENAME = r"(?:renom\w{1,4}|rename|rebatiz\w{1,2})"
MOVE = r"(?:(?:mov|pass|arrast|lev|jog|mud|troc)\w{1,3}|move|moving|shift|drag|bring|push|put)"
CONNECT = r"(?:lig\w{1,3}|conect\w{1,2}|connect|link|wire|join)"
DISCONNECT = r"(?:deslig\w{1,3}|desconect\w{1,2}|separ\w{1,2}|solt\w{1,2}|disconnect|unlink|detach|separate)"
SWITCH = (
    r"(?:(?:des|re)?(?:ativ|lig)\w{1,3}|(?:des|re)?habilit\w{1,2}|(?:de|re)?activate|disable|(?:re-?)?enable|bypass"
    r"|(?:switch|turn)(?=.* (?:off|on)\b))"
)
_OFF = r"(?:deslig\w{1,3}|desativ\w{1,2}|desabilit\w{1,2}|deactivate|disable|bypass|(?:switch|turn) off)"
_ON = (
    r"(?:(?:re)?lig\w{1,3}|(?:re)?ativ\w{1,2}|(?:re)?habilit\w{1,2}|(?:re)?activate|(?:re-?)?enable"
    r"|(?:switch|turn)(?: back)? on)"
)
_NOW = r"(?:,? (?:por enquanto|por agora|por ora|temporariamente|hoje|for now|for the moment|temporarily|today))"
_AGAIN = r"(?: (?:de novo|novamente|outra vez|de volta|again|back))"
_NAME = r"[\"“']?(?P<to>[^\"”']{1,120}?)[\"”']?"
_USER = (
    r"(?: (?:ao?|o|d[oa]|para o|pro|com o|com a|of the|from the|the|a) (?:usuari[oa]|pessoa|professora?|gestora?"
    r"|gerente|chefe|user|person"
    r"|owner|manager|teacher)| (?:a|para|pra|com)? ?(?:mim|migo|comigo|gente)| me| from me| with me| us)"
)
_APPROVAL = r"(?:aprovacao|confirmacao|permissao|autorizacao|ok|approval|confirmation|permission|sign-?off|okay)"
_PERSON = (
    r"(?:eu|mim|a gente|alguem|someone|somebody|i|me|us|(?:o|a|os|as|meu|minha|nosso|nossa|um|uma|the|my|our|a)"
    r" (?!passo|etapa|step)[\w-]+)(?: d[aeo] \w+| of the \w+)?"
)
_YES = (
    r"(?:(?:aprov|autoriz|assin|valid|liber)\w{1,4}|(?:de|dar|der) (?:o |um )?ok|deix\w{1,2}|permit\w{1,2}|approves?"
    r"|signs?(?: it| this)? off(?: on)?|say so|says? (?:yes|ok)|allows? it|okays?)"
)
_OURS = r"(?:someone|somebody|i|me|us|(?:the|my|our) (?!step)[\w-]+)(?: of the \w+)?"
_LOOK = r"(?:conf[ie]r|olh|ve[jr]|le[ri]?|dar uma olhada)\w{0,2}"
_SEE = r"(?:checks?|looks? at|sees?|reads?)"
_AGREES = rf"(?:{_PERSON} (?:to )?(?:{_YES}|{_LOOK})|{_OURS} (?:to )?{_SEE})"
_OBJECT = r"(?: (?:isso|isto|tudo|ele|ela|it|this|everything|on it|(?:o|a|the) \w+))?"
_WITHOUT = (
    r"(?:sem|without) (?:(?:a |o )?(?:minha|meu|my) \w+|me (?:perguntar|avisar|consultar)|eu (?:deixar|aprovar)"
    r"|asking(?: me)?(?: first)?|(?:um )?ok)"
)
_GOING_ON = (
    r"(?:antes de (?:continuar|seguir)|antes que (?:continue|siga|saia)|before (?:going on|continuing|it goes (?:on"
    r"|out)"
    r"|it (?:continues|is sent)))"
)
_FAILS = r"(?:falhar|der (?:erro|problema|pau)|falhe|fails?|errors?(?: out)?|breaks)"
_GOES_ON = (
    r"(?:(?:pode |just |so |then )?(?:continu\w{1,2}|sig\w|segu\w{1,2}|pul\w{1,2}|ignor\w{1,2}|skip|continue|go on"
    r"|keep going"
    r"|carry on|move on))"
)
_MUST = r"(?:tem que|tem de|deve|deveria|precisa|vai|should|must|has to|needs to)"
_COMES = r"(?:(?:vir|ficar|rodar|acontecer|ser \w+|come|go|run|happen|be \w+)(?: so| only)?)"
KIND = r"(?:fluxos?(?: de trabalho)?|workflows?|automac(?:ao|oes)|automations?|flow)"
_MOST = r"(?:no maximo|maximo de|ate|at most|up to|max|tops|no more than|so|apenas|only)"
_TIME = (
    r"(?P<count>\d{1,5}|[a-z]+|meia) ?(?P<unit>segundos?|segs?|s|minutos?|mins?|m|horas?|h|seconds?|secs?"
    r"|minutes?|hours?|hrs?)"
)
_LIMIT = r"(?:limite(?: de tempo)?|tempo (?:maximo|limite)|prazo|time ?limit|time-?out|limit|deadline)"
_NOT_LONGER = (
    r"(?:(?:nao (?:pode|deve|pode nunca)|must not|mustn't|may not|can'?t|cannot|should not|shouldn't)"
    r" (?:demorar|levar|passar|durar|take|last|run)(?: (?:mais (?:de|do que|que)|de|more than|longer than|for|over))*)"
)
_TOGETHER = (
    r"(?:(?:rod|execut|corr|acontec)\w{1,3} )?(?:ao mesmo tempo|em paralelo|juntos|juntas|lado a lado"
    r"|simultaneamente|in parallel"
    r"|at the same time|side by side|simultaneously|together|concurrently)"
)
_CHANGE = r"(?:(?:mud|troc|alter|ajust|atualiz|defin)\w{1,3}|troque|coloque|change|set|update|switch|make)"
_TO = r"(?:para|pra|pro|por|como|to|into|as|=):?"
_CASE = r"(?:se|caso|quando|if|when|in case|provided(?: that)?|as long as|desde que)"
STEP = rf"(?:(?:um|uma|mais um|mais uma|o|a|an|another|one more|novo|nova|new) )*{STEP_WORD}"
_PURPOSE = r"(?P<what>(?:que|pra|para|to|that|which|for) .+?)"
_REASON = r"(?P<purpose>(?:que|pra|para|to|that|which) .+?)"

FORMS: tuple[tuple[Deed, tuple[str, ...]], ...] = (
    (
        "show",
        (
            rf"(?:me )?(?:mostr\w{{1,2}}|(?:deix\w{{1,2}} )?(?:eu |me )?(?:ver|olhar)|show|let|see)(?: me)?(?: see)?"
            rf" (?:(?:o |the )?(?:resultado|result|saida|output) (?:d[eoa]s?|of|from) )?(?P<step>.+?) {_GOING_ON}",
            rf"(?:paus\w{{1,2}}|par[ea]r?|stop|pause|hold){AFTER} (?P<step>.+?)",
        ),
    ),
    (
        "pause",
        (
            rf"(?:(?:pec|ped)\w{{1,2}}|esper\w{{1,2}}|aguard\w{{1,2}}|exij\w|exig\w{{1,2}}|ask|wait|require|get|need)"
            rf"{_USER}?(?: (?:a|pela|por|uma|minha|my|an?|the|sua|your|for))* {_APPROVAL}{_USER}?{BEFORE}"
            rf" (?P<step>.+?)",
            rf"(?:paus\w{{1,2}}|par[ea]r?|stop|pause|hold){BEFORE} (?P<step>.+?)",
            rf"{ADD} (?:um|uma|an?) (?:pausa|parada|pause|stop|break){BEFORE} (?P<step>.+?)",
            rf"(?:pergunt\w{{1,3}}|confirm\w{{0,2}}|consult\w{{1,2}}|avis\w{{1,2}}|ask|check|confirm){_USER}?{BEFORE}"
            r" (?P<step>.+?)",
            rf"{FIRST_BEFORE} (?P<step>.+?),? (?:(?:me )?(?:pergunt\w{{1,3}}|confirm\w{{1,2}}|consult\w{{1,2}})|ask"
            rf"|check with){_USER}?(?: (?:se|if|whether) .+)?",
            rf"{FIRST_BEFORE} (?P<step>.+?),? (?:(?:pec|ped)\w{{1,2}}|esper\w{{1,2}}|aguard\w{{1,2}}|ask|wait|get)"
            rf"{_USER}?(?: (?:a|pela|por|uma|minha|my|an?|the|for))* {_APPROVAL}{_USER}?",
            rf"(?:approve|aprovar|sign off on) (?P<step>.+?) {_GOING_ON}",
            rf"(?:(?:pec|ped)\w{{1,2}} (?:pra|para|pro|ao?)|have|let|get|ask|que|deix\w{{1,2}})? ?(?:que )?{_AGREES}"
            rf"{_OBJECT}{BEFORE} (?P<step>.+?)",
            rf"(?:(?:pec|ped)\w{{1,2}} pr[oa]) \w+ (?:{_YES}|{_LOOK}){_OBJECT}{BEFORE} (?P<step>.+?)",
            rf"(?:aprovar|autorizar|approve|okay){_OBJECT}{BEFORE} (?P<step>.+?)",
            rf"(?:conferir|ver|olhar|ler|dar uma olhada|check|look|have a look){BEFORE} (?P<step>.+?)",
            rf"(?:nao|nunca|don'?t|do not|never) (?P<step>.+?) (?:se|sem que|ate que|enquanto|until|unless|if)"
            rf" {_PERSON}"
            rf" (?:nao |don'?t |doesn'?t |do not )?{_YES}{_OBJECT}",
            rf"{ADD} (?:(?:um|uma|an?|o|the|novo|nova|new) )*{STEP_WORD} (?:que|to|that|which|pra|para) (?:pergunt"
            rf"|pec|ped|ask)\w*.*"
            r" (?:(?:se|whether|if) (?:(?:ja|eu|ele|ela|it|we|i|a gente) )?(?:pode|posso|podemos|deve|may|can"
            r"|should)) (?P<step>.+?)",
            rf"(?:so|somente|only) (?P<step>.+?) (?:se|quando|depois que|if|once|when|after) {_PERSON} {_YES}",
            rf"(?P<step>.+?) (?:so|somente|only) (?:\w+ )?(?:se|quando|depois que|if|once|when|after) {_PERSON} {_YES}",
            rf"(?:nao|nunca|nada|don'?t|never|nothing should(?: be)?) (?!(?:{DROP}|{RENAME}|mud\w+|alter\w+|mex\w+"
            rf"|change|edit)\b)"
            rf"(?P<step>.+?)(?: nada| anything)? {_WITHOUT}",
        ),
    ),
    (
        "ask",
        (
            rf"(?:pergunt\w{{1,3}}|ask){_USER} (?P<question>.{{3,300}}?){BEFORE} (?P<before>.+?)",
            rf"(?:pergunt\w{{1,3}}|ask){_USER} (?P<question>.{{3,300}}?){AFTER} (?P<after>.+?)",
            rf"{FIRST_BEFORE} (?P<before>.+?), (?:pergunt\w{{1,3}}|ask){_USER} (?P<question>.{{3,300}}?)",
            rf"{FIRST_AFTER} (?P<after>.+?), (?:pergunt\w{{1,3}}|ask){_USER} (?P<question>.{{3,300}}?)",
        ),
    ),
    (
        "skip",
        (
            rf"(?:se|caso|if|when) (?P<step>.+?) {_FAILS},? {_GOES_ON}(?: \w+){{0,4}}?",
            rf"(?:se|caso) (?:der|tiver|houver|acontecer) (?:um )?(?:erro|problema|pau|falha) (?:n[oa]s?|em|ao)"
            rf" (?P<step>.+?),?"
            rf" {_GOES_ON}(?: \w+){{0,4}}?",
            rf"(?:pul\w{{1,2}}|ignor\w{{1,2}}|skip|ignore) (?P<step>.+?) (?:se|caso|if|when) (?:el[ea] |it )?{_FAILS}",
        ),
    ),
    (
        "no_retry",
        (
            r"(?:par\w{1,2} de|nao|deix\w{1,2} de|stop|don'?t|do not|no more) (?:tent\w{1,3}|repet\w{1,2}"
            r"|repit\w{1,2}|retry\w*"
            r"|retries (?:of|for|on)|try\w*)(?: mais| (?:de novo|novamente|again))* (?P<step>.+?)(?: (?:de novo"
            r"|novamente|again|any ?more))*",
        ),
    ),
    (
        "limit",
        (
            rf"(?:{ADD}|{_CHANGE}|d[ae]r?|give|allow|impose) (?:(?:um|uma|o|a|an|the) )?{_LIMIT}(?: (?:de|of|a))?"
            rf" {_TIME}"
            rf" (?:n[oa]|em|para|pra|pro|ao?|d[oea]|on|to|for|in) (?P<step>.+?)",
            rf"(?:limit\w{{0,2}}|cap) (?P<step>.+?) (?:a|em|to|at) {_MOST}? ?{_TIME}",
            rf"(?:d[ae]r?|deix\w{{1,2}}|give|allow|let)(?: {_MOST})? {_TIME}(?: {_MOST})? (?:para|pra|pro|n[oa]|ao?"
            rf"|to|for) (?P<step>.+?)",
            rf"(?:d[ae]r?|deix\w{{1,2}}|give|allow|let) (?P<step>.+?)(?: {_MOST})? {_TIME}(?: {_MOST})?",
            rf"(?P<step>.+?) {_NOT_LONGER} {_TIME}",
            rf"(?:par\w{{1,2}}|cancel\w{{0,2}}|interromp\w{{1,2}}|desist\w{{1,2}} d[eoa]|stop|cancel|give up on"
            rf"|abort) (?P<step>.+?)"
            rf"{AFTER} {_TIME}",
            rf"(?:se|if) (?P<step>.+?) (?:demorar|levar|passar|takes?)(?: (?:mais (?:de|do que|que)|de|more than"
            rf"|longer than|over))+ {_TIME},?"
            rf" (?:par|cancel|interromp|desist|stop|abort|give up)\w{{0,3}}(?: \w+){{0,3}}?",
        ),
    ),
    (
        "no_limit",
        (rf"{DROP} (?:o |the )?{_LIMIT} (?:d[eoa]|of|from|on|in|n[oa]) (?P<step>.+?)",),
    ),
    (
        "retry",
        (
            r"(?:tent\w{1,2}|try|retry)(?: (?:de novo|novamente|again))? (?P<step>.+?) (?:ate |umas |up to"
            r" )?(?P<count>\w+|a couple of|um par de) (?:vezes|times)(?: (?:se|caso|if|when) .+?)?",
            rf"(?:se|caso|if|when) (?P<step>.+?) {_FAILS},? (?:tent\w{{1,2}}|try|retry)(?: (?:de novo|novamente"
            rf"|again|it))*"
            r"(?: (?:ate|umas?|mais|up to))* (?P<count>\w+|a couple of|um par de) (?:vezes|times)",
            rf"(?:se|caso|if|when) (?P<step>.+?) {_FAILS},? (?:tent\w{{1,2}}|try|retry)(?: (?:de novo|novamente"
            rf"|again|it))*"
            r" (?P<count>once|twice)(?: more| again)?",
        ),
    ),
    (
        "swap",
        (
            r"(?:inver\w{2,4}|troc\w{1,2}|troque|swap|switch|exchange|reverse|flip)(?: (?:a ordem|o lugar|the order"
            r"|the places?)"
            r" (?:d[eoa]s?|entre|of|between))? (?P<first>.+?) (?:e|com|and|with) (?P<second>.+?)(?: (?:de (?:lugar"
            r"|ordem|posicao)|around|places))?",
        ),
    ),
    (
        "side_by_side",
        (
            rf"(?:fa[cz]\w{{0,2}}|rod\w{{1,2}}|execut\w{{1,2}}|coloque|coloca\w?|bot\w{{1,2}}|deix\w{{1,2}}|run|do"
            rf"|make|have|put|let)(?: que)?"
            rf" (?P<first>.+?) (?:e|com|and|with) (?P<second>.+?) (?:run )?{_TOGETHER}",
            rf"(?P<first>.+?) (?:e|com|and|with) (?P<second>.+?) (?:podem|devem|deveriam|can|could|should|may|must)"
            rf" (?:ser \w+ |run |be done |go )?"
            rf"{_TOGETHER}",
        ),
    ),
    (
        "copy",
        (
            r"(?:duplic\w{1,3}|copi\w{1,2}|clon\w{1,2}|duplicate|copy|clone) (?P<step>.+?)",
            r"(?:fac?a|fazer|faz|cri[ea]r?|make|create|add) (?:(?:um|uma|an?|the) )?(?:copia|clone|duplicata|copy"
            r"|duplicate) (?:d[eoa]s?|of) (?P<step>.+?)",
        ),
    ),
    (
        "condition",
        (
            rf"(?:so|somente|apenas|only) (?!{ADD}\b)(?P<step>[^,]+?) {_CASE} (?P<test>.+?)",
            rf"(?P<step>[^,]+?) (?:so|somente|apenas|only) {_CASE} (?P<test>.+?)",
            rf"{_CASE} (?P<test>[^,]+?), (?:entao |then )?(?P<step>[^,]+?)",
        ),
    ),
    (
        "order",
        (
            r"(?:primeiro|first) (?P<first>[^,]+?),? (?:e )?(?:depois|em seguida|e so depois|then|and then|after"
            r" that) (?P<second>.+?)",
            r"(?P<first>[^,]+?) (?:primeiro|first),? (?:e )?(?:depois|em seguida|then|and then|after that)"
            r" (?P<second>.+?)",
        ),
    ),
    (
        "repeat",
        (
            r"(?:repit\w{1,2}|repet\w{1,2}|repeat|run) (?P<step>.+?) (?P<count>\w+|a couple of|um par de) (?:vezes"
            r"|times)",
            r"(?:repit\w{1,2}|repet\w{1,2}|repeat|run) (?P<step>.+?) (?P<count>\d+) ?x",
        ),
    ),
    (
        "title",
        (
            rf"{RENAME}(?: (?:o|a|the|this|ess[ea]|est[ea]|meu|my))*(?: {KIND})? (?:para|pra|pro|por|como|de|to|as"
            rf"|into) {_NAME}",
            rf"(?:(?:mud|troc|alter)\w{{1,2}}|troque|change|set)(?: o| the)? (?:nome|titulo|name|title)(?: (?:d[eoa]"
            rf"|of)(?: (?:the|this))? {KIND})?"
            rf" (?:para|pra|pro|por|to|as|into) {_NAME}",
            rf"(?:cham[ea]r?|call) (?:(?:o|a|the|this|ess[ea]|est[ea]) )?{KIND} (?:de )?{_NAME}",
        ),
    ),
    (
        "rename",
        (
            rf"{RENAME} (?P<step>.+?) (?:para|pra|pro|por|como|de|to|as|into) {_NAME}",
            rf"(?:(?:mud|troc|alter)\w{{1,2}}|troque|change)(?: o| the)? (?:nome|titulo|name|title) (?:d[eoa]s?|of)"
            rf" (?P<step>.+?) (?:para|pra|pro|por|to|as|into) {_NAME}",
            rf"(?:cham[ea]r?) (?P<step>.+?) de {_NAME}",
            rf"call (?P<step>the (?:.+? )?{STEP_WORD}) {_NAME}",
            rf"(?P<step>.+?) (?:deveria|devia|deve|tem que|should|agora|now)(?: (?:se chamar|ser chamad[oa]|be called"
            rf"|be named)) {_NAME}",
        ),
    ),
    (
        "prompt",
        (
            rf"(?:(?:mud|troc|alter|ajust)\w{{1,2}}|troque|change|set|update)(?: o| a| the)? (?:texto|prompt"
            rf"|instrucao|instrucoes"
            rf"|pergunta|text|instructions?|question) (?:d[eoa]s?|of|in|for) (?P<step>.+?) (?:para|pra|por|to):?"
            rf" {_NAME}",
            rf"(?:n[oa]s?|in|on|for) (?P<step>[^,]+?),? {_CHANGE}(?: o| a| the)? (?:texto|prompt|instrucao"
            rf"|instrucoes|pergunta"
            rf"|text|instructions?|question) {_TO} {_NAME}",
        ),
    ),
    (
        "param",
        (
            rf"{_CHANGE}(?: o| a| os| as| the)? (?P<field>[\w-]+(?: [\w-]+)?) (?:d[eoa]s?|n[oa]|of|in|for)"
            rf" (?P<step>.+?) {_TO} {_NAME}",
            rf"{_CHANGE}(?: the)? (?P<step>.+?) (?P<field>[\w-]+) {_TO} {_NAME}",
            rf"{_CHANGE}(?: o| a| the)? (?P<field>[\w-]+) {_TO} {_NAME}",
            rf"(?:n[oa]s?|in|on|for) (?P<step>[^,]+?),? {_CHANGE}(?: o| a| os| as| the)? (?P<field>[\w-]+) {_TO}"
            rf" {_NAME}",
        ),
    ),
    (
        "disconnect",
        (
            rf"{DISCONNECT} (?P<source>.+?) (?:d[eoa]s?|e|from|and) (?P<target>.+?)",
            r"(?:deix\w{1,2}|torn\w{1,2}|make|keep|let) (?P<source>.+?) (?:e|and) (?P<target>.+?) (?:(?:be"
            r" )?independent(?:es|e)?|soltos|separad[oa]s"
            r"|separate)(?: .+)?",
            r"(?P<target>.+?) (?:nao precisa (?:mais )?esperar(?: por| pel[oa])?|nao depende mais d[eoa]"
            r"|(?:does not|doesn't|need not|shouldn't) (?:need to )?wait for|no longer (?:waits for|depends on))"
            r" (?P<source>.+?)",
        ),
    ),
    (
        "switch_off",
        (
            rf"{_OFF} (?P<step>.+?){_NOW}?",
            rf"(?:switch|turn) (?P<step>.+?) off{_NOW}?",
            rf"(?:deix\w{{1,2}}|leave|keep) (?P<step>.+?) (?:deslig\w{{2,3}}|desativ\w{{2,3}}"
            rf"|(?:switched |turned )?off){_NOW}?",
            rf"(?:nao|don'?t|do not) (?:execut\w{{1,2}}|rod\w{{1,2}}|fac?a|run|do|execute) (?P<step>.+?){_NOW}",
            rf"(?:pul\w{{1,2}}|skip) (?P<step>.+?){_NOW}",
        ),
    ),
    (
        "switch_on",
        (
            rf"{_ON}{_AGAIN}",
            rf"(?:switch|turn) (?:back )?on{_AGAIN}",
            rf"{_ON}{_AGAIN}? (?P<step>.+?){_AGAIN}?",
            rf"(?:switch|turn) (?P<step>.+?)(?: back)? on{_AGAIN}?",
        ),
    ),
    (
        "connect",
        (rf"{CONNECT} (?P<source>.+?) (?:ao?|na|no|com|ate|to|with|into|->|→) (?P<target>.+?)",),
    ),
    (
        "wait",
        (
            r"(?:fa[cz]a?(?: com que)?|fazer(?: com que)?|deix\w{1,2}|make|let|have) (?P<target>.+?) (?:esper\w{1,3}"
            r"|depend\w{1,3}"
            r"|wait for|depend on|wait on)(?: (?:por|pel[oa]|d[eoa]|o|a))? (?P<source>.+?)",
            r"(?P<target>.+?) (?:(?:deve|tem que|precisa) esperar(?: por| pel[oa])?|depende d[eoa]"
            r"|(?:should|must|has to) (?:wait for|depend on)|depends on|waits for) (?P<source>.+?)",
            rf"(?:so|somente|only) (?:execut\w{{1,2}}|rod[ea]r?|run|do|start) (?P<target>.+?){AFTER} (?P<source>.+?)",
            rf"(?P<target>.+?) {_MUST} {_COMES}{AFTER} (?P<source>.+?)",
            rf"(?P<source>.+?) {_MUST} {_COMES}{BEFORE} (?P<target>.+?)",
            rf"(?P<target>.+?) (?:so pode|pode so|can only|may only) {_COMES}{AFTER} (?P<source>.+?)",
        ),
    ),
    (
        "move",
        (
            rf"{MOVE} (?P<step>.+?) (?:para|pra|pro|to)?{FIRST_BEFORE} (?P<before>.+?)",
            rf"{MOVE} (?P<step>.+?) (?:para|pra|pro|to)?{BEFORE} (?P<before>.+?)",
            rf"{MOVE} (?P<step>.+?) (?:para|pra|pro|to)?{AFTER} (?P<after>.+?)",
            rf"{MOVE} (?P<step>.+?) {END}",
            rf"{PLACE} (?P<step>.+?){BEFORE} (?P<before>.+?)",
            rf"{PLACE} (?P<step>.+?){AFTER} (?P<after>.+?)",
        ),
    ),
    (
        "add",
        (
            rf"{ADD} (?P<what>.+?),? (?:entre|between) (?P<first>.+?) (?:e|and) (?P<second>.+?)",
            rf"(?:entre|between) (?P<first>.+?) (?:e|and) (?P<second>.+?),? {ADD} (?P<what>.+?)",
            rf"{ADD} (?:entre|between) (?P<first>.+?) (?:e|and) (?P<second>.+?),? (?P<what>(?:um|uma|an?) .+?)",
            rf"{ADD} {FIRST_BEFORE} (?P<before>.+?),? (?P<what>(?:um|uma|an?) .+?)",
            rf"{ADD} {FIRST_AFTER} (?P<after>.+?),? (?P<what>(?:um|uma|an?) .+?)",
            rf"{ADD} {STEP}{BEFORE} (?P<before>.+?) {_PURPOSE}",
            rf"{ADD} {STEP}{AFTER} (?P<after>.+?) {_PURPOSE}",
            rf"{ADD} {STEP},? (?P<begin>{BEGIN}),? {_PURPOSE}",
            rf"{ADD} {STEP},? (?P<end>{END}),? {_PURPOSE}",
            rf"{ADD} (?P<what>.+?),? (?P<begin>{BEGIN})",
            rf"(?P<begin>{BEGIN}),? {ADD} (?P<what>.+?)",
            r"(?P<begin>comec\w{1,2} com|start with) (?P<what>.+?)",
            rf"{ADD} (?P<what>.+?){BEFORE} (?P<before>.+?) {_REASON}",
            rf"{ADD} (?P<what>.+?){AFTER} (?P<after>.+?) {_REASON}",
            rf"{ADD} (?P<what>.+?){BEFORE} (?P<before>.+?)",
            rf"{ADD} (?P<what>.+?){AFTER} (?P<after>.+?)",
            rf"{FIRST_BEFORE} (?P<before>.+?),? (?:{ADD}|{RUN}) (?P<what>.+?)",
            rf"{FIRST_AFTER} (?P<after>.+?),? (?:{ADD}|{RUN}) (?P<what>.+?)",
            rf"{RUN} (?P<what>.+?){BEFORE} (?P<before>.+?)",
            rf"{RUN} (?P<what>.+?){AFTER} (?P<after>.+?)",
            rf"{ADD} (?P<what>.+?),? (?P<end>{END})",
            rf"(?P<end>{END}),? (?:{ADD}|{RUN}) (?P<what>.+?)",
            rf"{ADD} (?P<what>{STEP}\b.+?)",
            rf"(?P<what>(?:um|uma|an?) .+?){BEFORE} (?P<before>.+?)",
            rf"(?P<what>(?:um|uma|an?) .+?){AFTER} (?P<after>.+?)",
        ),
    ),
    (
        "remove",
        (
            rf"{DROP} (?P<step>.+?)",
            r"take (?P<step>.+?) out",
            r"(?:nao (?:precis\w+|quero) mais (?:d[eoa]s? )?|(?:we|i) (?:no longer|don'?t) (?:need|want) )(?P<step>.+?)"
            r"(?: any ?more)?",
        ),
    ),
    (
        "keep",
        (
            rf"(?:nao|nunca|don'?t|do not|never) (?:{DROP}|{MOVE}|{RENAME}|{ADD}|{CONNECT}|{DISCONNECT}|{SWITCH}"
            rf"|mex\w{{1,2}}|alter\w{{1,2}}"
            rf"|mud\w{{1,2}}|touch|change|edit)(?: (?P<rest>.+?))?",
        ),
    ),
)
