"""A table of positions in Django, with the field of the cookbook."""

import django
from django.conf import settings
from django.core import serializers
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.forms import modelform_factory
from django_field import PositionField

import volo

settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}})
django.setup()


# The model.
class Analysis(models.Model):
    """What is known about a position."""

    position = PositionField()
    key = models.BigIntegerField(db_index=True, editable=False)
    note = models.TextField(blank=True)

    class Meta:
        app_label = "analyses"

    def save(self, *args, **options):
        """Write the key with the position."""
        self.position = volo.Position(self.position)
        self.key = self.position.zobrist_signed
        super().save(*args, **options)


# Its use.
with connection.schema_editor() as editor:
    editor.create_model(Analysis)
start = volo.Position("standard-4")
positions = [start, *map(start.play, start.legal_moves())]
for position in positions:
    Analysis.objects.create(position=position, note=str(position.turn))
Analysis.objects.create(position="standard-5")

found = Analysis.objects.get(position=start)
assert (found.position, found.note) == (start, "orange")
assert {each.position for each in Analysis.objects.filter(note="blue")} == set(positions[1:])
for position in positions:
    assert Analysis.objects.get(key=position.zobrist_signed, position=position.fen()).position == position
assert any(position.zobrist_signed < 0 for position in positions)
assert Analysis.objects.get(position="standard-5").position.rules.edge == 5

found.full_clean()
assert serializers.serialize("python", [found])[0]["fields"]["position"] == start.fen()
form = modelform_factory(Analysis, fields=["position"])(instance=found)
assert start.fen() in form.as_p()
found.position = "not a position"
try:
    found.full_clean()
except ValidationError as error:
    assert "unknown rule set" in error.message_dict["position"][0]
else:
    raise AssertionError("a text that is not a position is refused")
