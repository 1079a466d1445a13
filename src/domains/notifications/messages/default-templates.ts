/** What a rule says that has no templates of its own (Jinja2). */
export const DEFAULT_TEMPLATES = {
  subject: '{{ event.topic }}{% if count > 1 %} and {{ count - 1 }} more{% endif %}',
  text: [
    '{% for one in events %}{{ one.time }} {{ one.source }} {{ one.topic }}',
    '{% for key, value in one.payload.items() %}',
    '{% if value is string or value is number %} {{ key }}={{ value }}{% endif %}',
    '{% endfor %}\n{% endfor %}',
    '{% if more > 0 %}and {{ more }} more\n{% endif %}',
  ].join(''),
} as const;
