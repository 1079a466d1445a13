import { type JsonObject } from '../../kernel/json.js';
import { phraseOf, type Question, QUESTION_KEY } from './plans/consent.js';
import { markedData, visibleText } from './tools/marked-data.js';
import { type ToolOutcome } from './tools/tool.js';

/** What came of a tool, as the protocol answers it. */
export function toolResult(outcome: ToolOutcome, asksPeople: boolean): JsonObject {
  if (outcome.kind === 'data') return textResult(markedData(outcome.data));
  if (outcome.kind === 'failed') return { ...textResult(markedData(outcome.data)), isError: true };
  if (outcome.kind === 'refused') return { ...textResult(outcome.text), isError: true };
  return asksPeople ? askedByClient(outcome.question) : askedByText(outcome.question);
}

function textResult(text: string): JsonObject {
  return { content: [{ type: 'text', text }] };
}

/** The client asks the person, and sends the call again with the answer. */
function askedByClient({ about, shown, code }: Question): JsonObject {
  const confirm = { type: 'boolean', title: 'Apply it' };
  return {
    resultType: 'input_required',
    inputRequests: {
      [QUESTION_KEY]: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: visibleText(`May this be done? ${about}\n\n${shown}`),
          requestedSchema: {
            type: 'object',
            properties: { [QUESTION_KEY]: confirm },
            required: [QUESTION_KEY],
          },
        },
      },
    },
    requestState: code,
  };
}

/** Where the client cannot ask, the person types a phrase. */
function askedByText(question: Question): JsonObject {
  const { about, shown } = question;
  const asked =
    'Nothing was changed yet. Show the person what follows and ask whether it may be done. Only if the person ' +
    `types "${phraseOf(question)}", call again with that as confirmation; do not type it for the person.`;
  return textResult(`${asked}\n\n${markedData({ about, shown })}`);
}
