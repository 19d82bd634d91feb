"""A table of positions in SQLAlchemy, with the type of the cookbook."""

from sqlalchemy import BigInteger, create_engine, select
from sqlalchemy.exc import StatementError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from sqlalchemy_type import PositionType

import volo


class Base(DeclarativeBase):
    """The base of the tables."""


# The model.
class Analysis(Base):
    """What is known about a position."""

    __tablename__ = "analyses"

    id: Mapped[int] = mapped_column(primary_key=True)
    position: Mapped[volo.Position] = mapped_column(PositionType)
    key: Mapped[int] = mapped_column(BigInteger, index=True)
    note: Mapped[str]

    def __init__(self, position: volo.Position, note: str) -> None:
        super().__init__(position=position, key=position.zobrist_signed, note=note)


# Its use.
engine = create_engine("sqlite://")
Base.metadata.create_all(engine)
start = volo.Position("standard-4")
positions = [start, *map(start.play, start.legal_moves())]
with Session(engine) as session:
    session.add_all(Analysis(position, str(position.turn)) for position in positions)
    session.commit()

with Session(engine) as session:
    found = session.scalars(select(Analysis).where(Analysis.position == start)).one()
    assert (found.position, found.note) == (start, "orange")
    assert session.scalars(select(Analysis).where(Analysis.position == "standard-4")).one() is found
    assert set(session.scalars(select(Analysis.position).where(Analysis.note == "blue"))) == set(positions[1:])
    for position in positions:
        wanted = select(Analysis).where(Analysis.key == position.zobrist_signed, Analysis.position == position)
        assert session.scalars(wanted).one().position == position
    assert any(position.zobrist_signed < 0 for position in positions)

    found.position = "not a position"
    try:
        session.commit()
    except StatementError as error:
        assert isinstance(error.orig, volo.InvalidRulesError)
    else:
        raise AssertionError("a text that is not a position is refused")
engine.dispose()
