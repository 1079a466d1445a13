/** Operation 13 by hand: the driver reads all workflows by name, `JSON.stringify` writes what is shown of them. */
export const rawWorkflows = (database) => async (_request, reply) => {
  const found = database.collection('workflows').find({}).sort({ nameFolded: 1, _id: 1 });
  const texts = [];
  for await (const stored of found) texts.push(JSON.stringify(shown(stored)));
  return reply.type('application/json').send(`{"workflows":[${texts.join(',')}]}`);
};

function shown({ _id, name, created, updated, document }) {
  const tasks = Object.entries(document.tasks).map(([id, task]) => {
    const { name: called, groups, x = task.nodeLocation?.x, y = task.nodeLocation?.y } = task;
    return [id, { name: called, groups, x, y }];
  });
  return {
    _id,
    name,
    type: [document.type],
    tasks: Object.fromEntries(tasks),
    font_size: document.font_size,
    last_updated: updated,
    last_updated_by: document.last_updated_by.username,
    groups: document.groups,
    created,
    created_by: document.created_by.username,
  };
}
