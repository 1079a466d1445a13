import { type CanaryWorld, type Door } from './canary-world.js';

const TEMPLATE = {
  name: 'Canary template',
  prepostCommands: [
    {
      preRawCommand: 'login <!password!>',
      postRawCommand: 'login <!password!>',
      rules: [{ type: 'matches', preRegex: '<!password!>', postRegex: 'ok' }],
    },
  ],
};

/** Runs the template with a secret for its variable, on outputs of the command that holds it. */
function runOf(world: CanaryWorld, what: string) {
  const password = world.canaries.plant(what);
  const outputs = { commands_results: [{ evaluated: `login ${password}`, response: 'ok' }] };
  return {
    outputs,
    named: { analytic_template_name: TEMPLATE.name, variables: { password } },
  };
}

async function makeTemplate(world: CanaryWorld): Promise<void> {
  const path = '/mop/createAnalyticTemplate';
  await world.call('POST', path, { body: { template: TEMPLATE } });
}

/** Secrets that runs of templates are given as variables; verdicts of these runs are kept. */
export const TEMPLATE_DOORS = {
  runAnalyticTemplate: async (world: CanaryWorld) => {
    await makeTemplate(world);
    const { outputs, named } = runOf(world, 'variable of a template');
    await world.submit('runAnalyticTemplate', {
      path: '/mop/runAnalyticsTemplateDevices?store=true',
      body: { ...named, pre: { pre: outputs }, post: { post: outputs } },
    });
  },

  runAnalyticsTemplate: async (world: CanaryWorld) => {
    await makeTemplate(world);
    const { outputs, named } = runOf(world, 'variable of a template that is run otherwise');
    await world.submit('runAnalyticsTemplate', {
      path: '/mop/runAnalyticsTemplate?store=true',
      body: { ...named, pre: outputs, post: outputs },
    });
    await world.call('GET', '/mop/analyticTemplateResults');
  },
} as const satisfies Record<string, Door>;

const READ_BY_MANY = 'a template is read by everybody who may list templates';

/** Operations on templates that take no secrets: why. */
export const NO_TEMPLATE_DOORS = {
  createAnalyticTemplate: READ_BY_MANY,
  updateAnalyticTemplate: READ_BY_MANY,
  validateAnalyticTemplate: READ_BY_MANY,
  createTemplate: READ_BY_MANY,
  updateTemplate: READ_BY_MANY,
  putTemplate: READ_BY_MANY,
  importTemplate: READ_BY_MANY,
  runCommandDevices: 'whoever runs it is answered what was run, and nothing is kept',
  renderJinja: 'whoever renders is answered what was rendered, and nothing is kept',
  createConfigurationTemplate: READ_BY_MANY,
  updateConfigurationTemplate: READ_BY_MANY,
  runCommandTemplate: 'whoever runs it is answered what was run, and nothing is kept',
  createTextTemplate: READ_BY_MANY,
  updateTextTemplate: READ_BY_MANY,
  importTextTemplates: READ_BY_MANY,
  renderTextTemplate: 'whoever renders is answered what was rendered, and nothing is kept',
  parseByTextTemplate: 'whoever parses is answered what was parsed, and nothing is kept',
  evaluateTemplate: 'whoever evaluates is answered what was evaluated, and nothing is kept',
} as const;
