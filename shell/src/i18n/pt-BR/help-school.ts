/** What the fields of School Power are called in Brazilian Portuguese, with the accents that names in code have not. */
export const schoolNames: Readonly<Record<string, string>> = {
  nome: "Nome",
  nome_social: "Nome social",
  rede: "Rede",
  uf: "UF",
  fuso: "Fuso horário",
  ano_serie: "Ano ou série",
  ano_letivo: "Ano letivo",
  turno: "Turno",
  materias: "Matérias",
  materia: "Matéria",
  materia_id: "Matéria",
  turma: "Turma",
  turma_id: "Turma",
  aluno: "Aluno",
  aluno_id: "Aluno",
  alunos: "Alunos",
  escola_id: "Escola",
  matricula: "Matrícula",
  nascimento: "Nascimento",
  responsavel: "Responsável",
  necessidades: "Necessidades",
  ativo: "Ativo",
  titulo: "Título",
  tipo: "Tipo",
  tema: "Tema",
  objetivos: "Objetivos",
  objetivo: "Objetivo",
  habilidades: "Habilidades (BNCC)",
  habilidade: "Habilidade",
  dificuldade: "Dificuldade",
  instrucoes: "Instruções",
  instrucao: "O que mudar",
  conteudo: "Conteúdo",
  conteudos: "Conteúdos",
  tempo_min: "Tempo (min)",
  duracao_min: "Duração (min)",
  versao: "Versão",
  quantidade: "Quantidade de questões",
  quantidade_questoes: "Quantidade de questões",
  questoes_ops: "Mudanças nas questões",
  data: "Data",
  data_inicio: "De",
  data_fim: "Até",
  inicio: "Início",
  fim: "Fim",
  hora_inicio: "Começa",
  hora_fim: "Termina",
  dia_todo: "Dia todo",
  repeticao: "Repetição",
  etiquetas: "Etiquetas",
  roteiro: "Roteiro",
  recursos: "Recursos",
  atividade_id: "Atividade",
  atividade_ids: "Atividades",
  atividades: "Atividades",
  aula_id: "Aula",
  avaliacao: "Avaliação",
  avaliacao_id: "Avaliação",
  avaliacao_aprendizagem: "Avaliação da aprendizagem",
  diferenciacao: "Diferenciação",
  valor_maximo: "Vale",
  valor: "Nota",
  peso: "Peso",
  itens: "Itens",
  notas: "Notas",
  nota: "Nota",
  situacao: "Situação",
  observacao: "Observação",
  periodo: "Período",
  unidades: "Unidades",
  metodologia: "Metodologia",
  criterios: "Critérios",
  aulas_semana: "Aulas por semana",
  presenca: "Presença",
  presencas: "Presenças",
  carga: "Aulas",
  prazo: "Prazo",
  posicao: "Posição",
  busca: "Busca",
  busca_texto: "Busca",
  codigo: "Código",
  componente: "Componente",
  arquivo: "Arquivo",
  mapa: "Colunas",
  modo: "Modo",
  planilha: "Planilha",
  criar_turma: "Criar a turma",
  formato: "Formato",
  variantes: "Variantes",
  semente: "Semente",
  cabecalho: "Cabeçalho",
  config: "Como a escola conta",
  media_aprovacao: "Média para aprovação",
  frequencia_minima: "Frequência mínima",
  secao: "Seção",
  limite: "Limite",
};

/** What the tools of School Power say of themselves: the first words of each. */
export const schoolSentences: Readonly<Record<string, string>> = {
  "Open an activity to look at it, to edit it, or to show it to the class.":
    "Abre uma atividade para olhar, editar ou mostrar à turma.",
  "Put a student into a class: one of the school, or a new one by name. Who is there already stays as they are.":
    "Põe um aluno numa turma: um da escola, ou um novo pelo nome. Quem já está lá fica como está.",
  "Add a sample school to look around in: classes 7A and 8B with marks, attendance, activities and a calendar.":
    "Adiciona uma escola de exemplo para conhecer: turmas 7A e 8B com notas, frequência, atividades e calendário.",
  "Put an activity into a lesson; one that is there already stays there once.":
    "Põe uma atividade numa aula; a que já está lá fica uma vez só.",
  "Put a lesson, or activities, onto a day of the calendar; of a range of days the first free weekday is taken.":
    "Põe uma aula, ou atividades, num dia do calendário; de um intervalo, vale o primeiro dia útil livre.",
  "Compare all classes: means, subjects, what goes well, what needs attention, how many students do.":
    "Compara todas as turmas: médias, matérias, o que vai bem, o que pede atenção, como vão os alunos.",
  "Find how a class takes part: attendance, work handed in, punctuality, participation; and attendance alerts.":
    "Mostra como uma turma participa: frequência, entregas, pontualidade, participação; e os alertas de frequência.",
  "Find the skills a class has not got far enough in, with how sure that is and what could be done.":
    "Encontra as habilidades em que uma turma ainda não chegou longe, com quanta certeza e o que dá para fazer.",
  "Erase a student with all their marks, attendance and enrolments; what goes is seen and typed first.":
    "Apaga um aluno com todas as notas, a frequência e as matrículas; antes, o que se perde é mostrado e confirmado por escrito.",
  "Write a comment for each report card of a class from real marks, skills and attendance; nothing is made up.":
    "Escreve um comentário para cada boletim de uma turma a partir de notas, habilidades e frequência reais; nada é inventado.",
  "Set how a school counts: its scale, passing mark, attendance, recovery and bands; it is made if there is none.":
    "Define como uma escola conta: escala, média, frequência, recuperação e faixas; se não houver escola, é criada.",
  "Connect another platform, from which classes, marks and activities come then; or work with the data here.":
    "Conecta outra plataforma, de onde passam a vir turmas, notas e atividades; ou trabalha com os dados daqui.",
  "Make an activity with questions, answers and explanations, checked one by one.":
    "Cria uma atividade com questões, respostas e explicações, conferidas uma a uma.",
  "Make a lesson: what happens in it minute by minute, with skills, resources and how learning is seen.":
    "Cria uma aula: o que acontece minuto a minuto, com habilidades, recursos e como se vê o que foi aprendido.",
  "Make a test for a class with its questions, their points and their skills, or of an activity that exists.":
    "Cria uma avaliação para uma turma, com questões, valores e habilidades, ou a partir de uma atividade que existe.",
  "Put an event of any kind into the calendar: a meeting, a trip, a deadline.":
    "Põe um evento de qualquer tipo no calendário: uma reunião, um passeio, um prazo.",
  "Say when a school year, or a term of it, begins and ends; `bimestre_atual` and the like go by it.":
    "Diz quando um ano letivo, ou um período dele, começa e termina; `bimestre_atual` e semelhantes seguem isso.",
  "Make a teaching plan: the skills of the BNCC in units over a term, with what is left out.":
    "Cria um plano de ensino: as habilidades da BNCC em unidades ao longo de um período, e o que fica de fora.",
  "Make an activity from one of the teacher's documents; each question keeps the passage that it comes from.":
    "Cria uma atividade a partir de um documento do professor; cada questão guarda o trecho de onde vem.",
  "Make a class, with its subjects and, if their names are given, its students.":
    "Cria uma turma, com as matérias e, se os nomes forem dados, os alunos.",
  "Edit an activity: title, instructions, skills, status, its questions, or what you say in `instrucao`.":
    "Edita uma atividade: título, instruções, habilidades, situação, as questões, ou o que você disser em `instrucao`.",
  "Edit a lesson: its title, day, moments, activities and all else; its event in the calendar moves with it.":
    "Edita uma aula: título, dia, momentos, atividades e todo o resto; o evento dela no calendário acompanha.",
  "Edit a test: its title, day, weight, highest mark, questions and contents.":
    "Edita uma avaliação: título, dia, peso, nota máxima, questões e conteúdos.",
  "Edit an event of the calendar, or move it to another day.":
    "Edita um evento do calendário, ou o leva para outro dia.",
  "Edit a teaching plan: its units, method and criteria.":
    "Edita um plano de ensino: unidades, método e critérios.",
  "Edit a class: its name, year, shift and subjects.":
    "Edita uma turma: nome, ano, turno e matérias.",
  "Write the calendar to a file phones and other calendars open (iCalendar).":
    "Grava o calendário num arquivo que celulares e outros calendários abrem (iCalendar).",
  "Write everything that is kept of one student to a file: marks, attendance, what they need. Of nobody else.":
    "Grava num arquivo tudo o que se guarda de um aluno: notas, frequência, o que precisa. De mais ninguém.",
  "Make a file of an activity, test, lesson or plan: PDF, DOCX, Markdown, GIFT or Moodle XML.":
    "Faz um arquivo de uma atividade, avaliação, aula ou plano: PDF, DOCX, Markdown, GIFT ou Moodle XML.",
  "Write a class's marks to a table, one row a student and one column a test; it can be imported again.":
    "Grava as notas de uma turma numa tabela, uma linha por aluno e uma coluna por avaliação; dá para importar de novo.",
  "Save an activity, lesson, test, teaching plan or event exactly as given; nothing is generated.":
    "Salva uma atividade, aula, avaliação, plano de ensino ou evento exatamente como é dado; nada é gerado.",
  "Import the attendance of a class from a CSV or XLSX file: a column for each day, or a row for each record.":
    "Importa a frequência de uma turma de um arquivo CSV ou XLSX: uma coluna por dia, ou uma linha por registro.",
  "Import a gradebook of a class from a CSV or XLSX file: a row for each student, or a row for each mark.":
    "Importa as notas de uma turma de um arquivo CSV ou XLSX: uma linha por aluno, ou uma linha por nota.",
  "Import schools, terms, subjects, classes, students, enrolments, tests and marks from a OneRoster archive.":
    "Importa escolas, períodos, matérias, turmas, alunos, matrículas, avaliações e notas de um arquivo OneRoster.",
  "Open a section of School Power: home, classes, activities, lessons, tests, plans, calendar or performance.":
    "Abre uma seção do School Power: início, turmas, atividades, aulas, avaliações, planos, calendário ou desempenho.",
  "Write marks of a test. What does not fit the scale, or is of nobody in the class, is told and left out.":
    "Lança as notas de uma avaliação. O que não cabe na escala, ou é de quem não está na turma, é dito e fica de fora.",
  "List the students of a class by name.":
    "Lista os alunos de uma turma pelo nome.",
  "Search the activities the teacher has, the latest first.":
    "Busca as atividades que o professor tem, as mais recentes primeiro.",
  "Search the lessons that were made, of a class or between two days, the latest first.":
    "Busca as aulas criadas, de uma turma ou entre dois dias, as mais recentes primeiro.",
  "Find questions in the teacher's own past activities; none is ever made up.":
    "Encontra questões nas atividades passadas do próprio professor; nenhuma é inventada.",
  "Search skills of the BNCC by code, subject, year or words.":
    "Busca habilidades da BNCC por código, matéria, ano ou palavras.",
  "Look at the calendar: events, lessons and tests between two days (two weeks from today), free days, conflicts.":
    "Olha o calendário: eventos, aulas e avaliações entre dois dias (duas semanas a partir de hoje), dias livres, choques.",
  "Look up how a class stands: means, distribution, gaps, critical subjects, trend. Real marks only.":
    "Mostra como vai uma turma: médias, distribuição, lacunas, matérias críticas, tendência. Só notas reais.",
  "Search the kinds of activities that can be made; those that need no model come first.":
    "Busca os tipos de atividade que dá para criar; os que não precisam de modelo vêm primeiro.",
  "Search the teacher's classes: their ids, names, years, subjects and how many students they have.":
    "Busca as turmas do professor: ids, nomes, anos, matérias e quantos alunos têm.",
  "Note who handed an activity in and when; whoever of the class is not named still owes it.":
    "Anota quem entregou uma atividade e quando; quem da turma não for nomeado ainda deve.",
  "Write who was there on a day; with `demais` name only the absent, and say what everybody else was.":
    "Registra quem estava num dia; com `demais`, nomeie só os ausentes e diga como estavam os outros.",
  "Note how students took part on a day, from 0 (not at all) to 3 (very much).":
    "Anota como os alunos participaram num dia, de 0 (nada) a 3 (muito).",
  "End a student's time in a class today; marks and attendance stay.":
    "Encerra hoje a passagem de um aluno por uma turma; notas e frequência ficam.",
  "Remove the sample school with everything in it; nothing of another school is touched.":
    "Remove a escola de exemplo com tudo o que há nela; nada de outra escola é tocado.",
  "Remove an activity; lessons, tests and events that use it stay without it.":
    "Remove uma atividade; aulas, avaliações e eventos que a usam ficam sem ela.",
  "Remove a lesson and its place in the calendar; its activities stay.":
    "Remove uma aula e o lugar dela no calendário; as atividades ficam.",
  "Remove a test with all its marks.":
    "Remove uma avaliação com todas as notas.",
  "Take an event out of the calendar; lessons and activities in it stay.":
    "Tira um evento do calendário; aulas e atividades dele ficam.",
  "Remove a subject that no test and no plan is of.":
    "Remove uma matéria que não é de nenhuma avaliação nem de nenhum plano.",
  "Remove a term; nothing that happened in it is touched.":
    "Remove um período; nada do que aconteceu nele é tocado.",
  "Remove a teaching plan.":
    "Remove um plano de ensino.",
  "Remove a class with its tests, marks, attendance, lessons and events; students and activities stay.":
    "Remove uma turma com avaliações, notas, frequência, aulas e eventos; alunos e atividades ficam.",
  "Bring classes, students, marks, attendance and activities from the platform; nothing here is removed.":
    "Traz turmas, alunos, notas, frequência e atividades da plataforma; nada daqui é removido.",
};
